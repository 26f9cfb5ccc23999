// error: expected a label behind 'goto', found ';'
// line: 5
active proctype P() {
    byte x;
    goto ;
}

// error: expected an expression, found ';'
// line: 5
active proctype P() {
    byte x;
    x = ;
}

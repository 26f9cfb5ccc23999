// error: expected '(' behind 'Q', found ';'
// line: 5
active proctype P() {
    byte x;
    run Q;
}

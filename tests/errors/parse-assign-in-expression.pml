// error: '=' assigns and has no place in an expression
// line: 5
active proctype P() {
    byte x;
    x == 1 && (x = 2);
}

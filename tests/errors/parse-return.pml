// error: 'return' is only for the body of an inline
// line: 5
active proctype P() {
    byte x;
    return 1;
}

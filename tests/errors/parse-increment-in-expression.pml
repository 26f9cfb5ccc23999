// error: '++' is a statement of its own
// line: 5
active proctype P() {
    byte x;
    x = x++ + 1;
}

// error: a label cannot stand before a declaration
// line: 5
active proctype P() {
    byte x;
    L: byte y;
}

// error: the number '99999999999' does not fit into 32 bits
// line: 5
active proctype P() {
    byte x;
    x = 99999999999;
}

// error: expected ';' or '->' between two statements, found 'x10'
// line: 5
active proctype P() {
    byte x;
    x = 0x10;
}

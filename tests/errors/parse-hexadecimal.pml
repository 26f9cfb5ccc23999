// error: '0x10' is not Promela; numbers are written in decimal
// line: 5
active proctype P() {
    byte x;
    x = 0x10;
}

// error: expected '{' to open the body of 'atomic', found 'x'
// line: 5
active proctype P() {
    byte x;
    atomic x = 1;
}

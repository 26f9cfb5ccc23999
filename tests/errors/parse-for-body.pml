// error: expected '{' to open the body of 'for', found 'x'
// line: 5
active proctype P() {
    byte x;
    for (x : 1 .. 2) x = 2
}

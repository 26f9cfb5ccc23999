// error: expected a string, found 'x'
// line: 5
active proctype P() {
    byte x;
    printf(x);
}

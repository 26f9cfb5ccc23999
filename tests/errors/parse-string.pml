// error: expected a string, as in printf("%d\n", x), found 'x'
// line: 5
active proctype P() {
    byte x;
    printf(x);
}

// error: Promela's arrays have one index
// line: 5
active proctype P() {
    byte x;
    x = a[1][2];
}

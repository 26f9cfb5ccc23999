// error: '++' stands behind a variable
// line: 5
active proctype P() {
    byte x;
    ++x;
}

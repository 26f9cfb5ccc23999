// error: expected a number behind '-'
// line: 5
active proctype P() {
    byte x;
    c?-x;
}

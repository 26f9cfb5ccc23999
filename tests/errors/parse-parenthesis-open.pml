// error: expected ')' to close the parenthesis, found ';'
// line: 5
active proctype P() {
    byte x;
    x = (1 + 2;
}

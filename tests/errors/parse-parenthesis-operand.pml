// error: expected ')' to close the parenthesis, found '3'
// line: 5
active proctype P() {
    byte x;
    x = (1 3);
}

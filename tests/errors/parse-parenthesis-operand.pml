// error: expected ')' to close the parenthesis, or '&&' or '||' between two conditions, found '3'
// line: 5
active proctype P() {
    byte x;
    x = (1 3);
}

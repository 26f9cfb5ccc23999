// error: expected ':' between the two values of a conditional expression
// line: 5
active proctype P() {
    byte x;
    x = (x > 1 -> 2);
}

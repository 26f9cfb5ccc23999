// error: expected ')' behind the expression of 'eval'
// line: 5
active proctype P() {
    byte x;
    c?eval(x;
}

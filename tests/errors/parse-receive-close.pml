// error: expected ')' behind the arguments of a receive
// line: 5
active proctype P() {
    byte x;
    c?m(x;
}

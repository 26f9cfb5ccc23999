// error: expected ']' behind the arguments of a poll c?[..]
// line: 5
active proctype P() {
    byte x;
    c?[x;
}

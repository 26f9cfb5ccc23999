// error: expected '(' behind 'eval'
// line: 5
active proctype P() {
    byte x;
    c?eval x;
}

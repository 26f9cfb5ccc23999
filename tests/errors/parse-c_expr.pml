// error: c_expr is not supported: Tarry checks Promela only
// line: 5
active proctype P() {
    byte x;
    c_expr { x > 1 } -> skip;
}

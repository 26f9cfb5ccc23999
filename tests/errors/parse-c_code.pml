// error: c_code is not supported: Tarry checks Promela only
// line: 5
active proctype P() {
    byte x;
    c_code { x++; };
}

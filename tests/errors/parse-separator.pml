// error: expected ';' or '->' between two statements, found 'x'
// line: 5
active proctype P() {
    byte x;
    x = 1 x = 2;
}

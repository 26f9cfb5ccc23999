// error: only a variable can stand before '++'
// line: 5
active proctype P() {
    byte x;
    f(1)++;
}

// error: only a channel can stand before '!'
// line: 5
active proctype P() {
    byte x;
    f(1) ! 2;
}

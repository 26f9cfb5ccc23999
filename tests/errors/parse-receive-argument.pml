// error: expected a variable, a constant or eval(..) as argument of a receive
// line: 5
active proctype P() {
    byte x;
    c?*;
}

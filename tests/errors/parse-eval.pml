// error: eval(..) is only for the arguments of a receive
// line: 5
active proctype P() {
    byte x;
    x = eval(x);
}

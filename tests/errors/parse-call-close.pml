// error: expected ')' behind the arguments of 'len'
// line: 5
active proctype P() {
    byte x;
    x = len(c;
}

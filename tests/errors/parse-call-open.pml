// error: expected '(' behind 'len'
// line: 5
active proctype P() {
    byte x;
    x = len c;
}

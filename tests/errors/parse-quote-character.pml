// error: this quote is not closed on its line
// line: 5
active proctype P() {
    byte x;
    x = 'ab';
}

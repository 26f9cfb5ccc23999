// error: expected a label behind '@', found '1'
// line: 5
active proctype P() {
    byte x;
    P@1;
}

// error: expected the name of a member behind '.', found '1'
// line: 5
active proctype P() {
    byte x;
    x.1 = 2;
}

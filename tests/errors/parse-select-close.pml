// error: expected ')' behind the range of 'select', found ';'
// line: 5
active proctype P() {
    byte x;
    select (x : 1 .. 2;
}

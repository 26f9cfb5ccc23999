// error: expected ':' behind the variable of 'select', found ','
// line: 5
active proctype P() {
    byte x;
    select (x, 1 .. 2);
}

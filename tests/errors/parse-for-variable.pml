// error: expected a variable, found '1'
// line: 5
active proctype P() {
    byte x;
    for (1 : 1 .. 2) { skip }
}

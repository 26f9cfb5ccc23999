// error: expected ':' behind the variable of 'for', found '='
// line: 5
active proctype P() {
    byte x;
    for (x = 1 .. 2) { skip }
}

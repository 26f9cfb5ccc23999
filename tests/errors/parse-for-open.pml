// error: expected '(' behind 'for', found 'x'
// line: 5
active proctype P() {
    byte x;
    for x : 1 .. 2 { skip }
}

// error: expected '}' to close the '{' of line 3, found 'init'
// line: 6
active proctype P() {
    byte x;
    x = 1;
init { skip }

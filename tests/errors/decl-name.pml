// error: expected the name of a variable, found '='
// line: 3
byte = 1;
active proctype P() { skip }

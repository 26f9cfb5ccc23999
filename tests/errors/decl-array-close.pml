// error: expected ']' behind the size of the array
// line: 3
byte x[3;
active proctype P() { skip }

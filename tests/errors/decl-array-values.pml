// error: expected '}' behind the values of the array
// line: 3
byte x[3] = {1, 2, 3;
active proctype P() { skip }

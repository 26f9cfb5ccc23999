// error: Promela's arrays have one dimension
// line: 3
byte x[3][4];
active proctype P() { skip }

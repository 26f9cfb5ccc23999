// error: the number of elements must be a constant
// line: 4
byte n = 3;
byte want[n];
init { skip }

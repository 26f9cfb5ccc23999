// error: want is an array: an index is missing
// line: 4
byte want[2];
init { want = 1 }

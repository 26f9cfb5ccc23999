// error: x is no array: it takes no index
// line: 4
byte x;
init { x[0] = 1 }

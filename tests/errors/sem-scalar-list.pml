// error: x is no array
// line: 3
byte x = { 1 };
init { skip }

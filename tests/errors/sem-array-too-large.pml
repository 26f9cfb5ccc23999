// error: is too large
// line: 3
byte want[99999999];
init { skip }

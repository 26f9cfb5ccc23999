// error: needs at least one element
// line: 3
byte want[0];
init { skip }

// error: x has no member a
// line: 4
byte x;
init { x.a = 1 }

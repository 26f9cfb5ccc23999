// error: q is no channel
// line: 4
byte q;
init { len(q) == 0 }

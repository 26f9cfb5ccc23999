// error: `for` over the messages of a channel is not supported
// line: 4
chan q = [2] of { byte };
active proctype P() { byte x; for (x in q) { skip } }

// error: `for` over the messages of channel q needs a struct of the type of its messages
// line: 4
chan q = [2] of { byte };
active proctype P() { byte x; for (x in q) { skip } }

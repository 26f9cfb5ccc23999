// error: only another channel can be assigned
// line: 4
chan q = [1] of { byte };
init { q = 3 }

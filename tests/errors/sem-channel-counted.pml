// error: q is a channel: it cannot be counted
// line: 4
chan q = [1] of { byte };
init { q++ }

// error: a message of q has 1 field, but 2 are given
// line: 4
chan q = [1] of { byte };
init { byte x; q?x,x }

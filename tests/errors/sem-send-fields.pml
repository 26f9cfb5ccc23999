// error: a message of q has 2 fields, but 1 is given
// line: 4
chan q = [1] of { byte, byte };
init { q!1 }

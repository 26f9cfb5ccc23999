// error: the capacity must be a constant
// line: 4
byte n = 2;
chan q = [n] of { byte };
init { q!1 }

// error: s has no member b
// line: 5
typedef S { byte a };
S s;
init { s.b = 1 }

// error: s is a struct: name one of its members
// line: 5
typedef S { byte a };
S s;
init { s = 1 }

// error: s is an array of structs: an index and a member are missing
// line: 5
typedef S { byte a };
S s[2];
init { s = 1 }

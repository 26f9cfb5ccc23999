// error: a struct has no initialiser
// line: 4
typedef S { byte a };
S s = 1;
init { skip }

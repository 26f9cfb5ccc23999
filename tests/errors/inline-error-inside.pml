// error: expected an expression, found ';'
// line: 3
inline f(a) { a = ; skip }
active proctype P() { byte x; f(x); f(x) }

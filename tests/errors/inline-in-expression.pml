// error: the inline 'f' cannot be called inside an expression
// line: 4
inline f() { skip }
active proctype P() { byte x; x = 1 + f() }

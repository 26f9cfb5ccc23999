// error: the inline 'f' has 1 parameter, but is called with 2
// line: 4
inline f(a) { skip }
active proctype P() { f(1, 2) }

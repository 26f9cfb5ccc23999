// error: this '(' is never closed; a ')' is missing
// line: 4
inline f(a) { skip }
active proctype P() { f((1, 2) }

// error: expected ')' behind the parameters of the inline (names without types
// line: 3
inline f(byte a) { skip }
active proctype P() { skip }

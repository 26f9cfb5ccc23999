// error: expected the name of the inline, found '('
// line: 3
inline (a) { skip }
active proctype P() { skip }

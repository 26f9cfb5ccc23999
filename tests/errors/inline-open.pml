// error: expected '(' behind the name of the inline, found '{'
// line: 3
inline f { skip }
active proctype P() { skip }

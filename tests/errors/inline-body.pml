// error: expected '{' here, found 'skip'
// line: 3
inline f(a) skip
active proctype P() { skip }

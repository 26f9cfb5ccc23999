// error: the inline has two parameters 'a'
// line: 3
inline f(a, a) { skip }
active proctype P() { skip }

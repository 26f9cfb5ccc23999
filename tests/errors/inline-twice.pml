// error: the inline 'f' is defined already, in line 3
// line: 4
inline f() { skip }
inline f() { skip }
active proctype P() { skip }

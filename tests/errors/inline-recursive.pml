// error: the inline 'f' calls itself
// line: 4
inline f() { g() }
inline g() { f() }
active proctype P() { f() }

// error: the inline await is defined in line 5; define it before it is called
// line: 4
byte x;
active proctype P() { await(x); assert(x == 3) }
inline await(v) { v = 3 }

// error: expected '{' before the members of the type
// line: 3
typedef T byte a;
active proctype P() { skip }

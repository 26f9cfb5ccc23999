// error: the type 'T' has no members
// line: 3
typedef T { };
active proctype P() { skip }

// error: expected a declaration, a proctype, init, inline or typedef, found 'x'
// line: 3
x = 1;
active proctype P() { skip }

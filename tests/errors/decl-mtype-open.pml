// error: expected a name for a value of mtype, found '1'
// line: 3
mtype = { 1 };
active proctype P() { skip }

// error: 'enum' is not Promela; write mtype = { .. }
// line: 3
enum { red, green };
active proctype P() { skip }

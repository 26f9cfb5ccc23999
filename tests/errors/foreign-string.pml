// error: 'string' is not Promela; there are no strings but in printf: use an mtype for names
// line: 3
string s = "a";
active proctype P() { skip }

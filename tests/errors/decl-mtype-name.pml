// error: expected a name for a value of mtype, found 'do', which is a word of Promela
// line: 3
mtype = { do };
active proctype P() { skip }

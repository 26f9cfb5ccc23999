// error: preprocessing: not in a #if
// line: 3
#else
active proctype P() { skip }

// error: D_proctype is not supported
// line: 3
active D_proctype P() { skip }

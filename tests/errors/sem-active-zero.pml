// error: at least one process is needed
// line: 3
active [0] proctype P() { skip }

// error: more than 255 processes
// line: 3
active [300] proctype P() { skip }

// error: enabled() is not supported
// line: 3
active proctype P() { enabled(1) }

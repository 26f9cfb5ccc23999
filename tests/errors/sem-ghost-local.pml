// error: only a global can be a ghost
// line: 3
active proctype P() { ghost byte x; x = 1 }

// error: READ needs a store-buffer header
// line: 3
active proctype P() { byte r; r = READ(0) }

// error: select from an empty range
// line: 3
active proctype P() { byte x; select (x : 4 .. 2) }

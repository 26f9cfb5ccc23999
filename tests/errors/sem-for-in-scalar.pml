// error: needs the name of an array
// line: 3
active proctype P() { byte x, y; for (x in y) { skip } }

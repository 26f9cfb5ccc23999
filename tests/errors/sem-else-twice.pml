// error: a second else at the same point
// line: 3
active proctype P() { if :: else :: skip :: else fi }

// error: proctype P has no local y
// line: 4
active proctype P() { byte x; x = 1 }
active proctype Q() { P:y == 1 }

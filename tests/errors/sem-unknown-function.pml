// error: there is no inline or function enter
// line: 3
active proctype P() { enter(1) }

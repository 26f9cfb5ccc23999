// error: _ is only for values that a receive throws away
// line: 3
active proctype P() { byte x; x = _ }

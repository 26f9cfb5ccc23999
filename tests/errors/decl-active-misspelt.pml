// error: found 'activ'; do you mean active?
// line: 4
byte x;
activ proctype P() { x = 1 }

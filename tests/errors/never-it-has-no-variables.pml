// error: it has no variables
// line: 6
byte x; chan c = [1] of { byte };
active proctype P() { x = 1 }
never { do :: x == 1 -> break :: else od;
 byte y }

// error: _pid has no value
// line: 6
byte x; chan c = [1] of { byte };
active proctype P() { x = 1 }
never { do :: x == 1 -> break :: else od;
 (_pid == 1) }

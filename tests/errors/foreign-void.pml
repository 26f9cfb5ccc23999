// error: 'void' is not Promela; there are no functions
// line: 4
byte x;
void f() { x = 1; x = 2 }
active proctype P() { x = 1 }

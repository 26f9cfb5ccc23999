// error: 'f' looks like a function, and Promela has none; write inline f(a) { .. }, or proctype P() { .. } for what runs by itself
// line: 4
byte x;
int f(int a) { return a + 1 }
active proctype P() { x = 1 }

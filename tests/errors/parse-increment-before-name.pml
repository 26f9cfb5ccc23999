// error: '++' stands behind a variable, in a statement of its own; write x++
// line: 5
byte x, y;
active proctype P() {
  ++x;
  y = 2
}

// error: set is an inline; call it as set(..)
// line: 6
byte x, y;
inline set() { x = 1 }
active proctype P() {
  set;
  y = 2
}

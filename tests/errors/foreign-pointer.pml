// error: there are no pointers in Promela; write the variable without '&'
// line: 6
byte x, y;
inline set(a) { a = 1 }
active proctype P() {
  set(&x);
  y = 2
}

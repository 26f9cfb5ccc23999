// error: 'lock' is not Promela; write atomic { l == 0 -> l = 1; mfence } to take a lock l, and l = 0 to give it back
// line: 6
byte x, y;
inline other(a) { a = 1 }
active proctype P() {
  lock(x);
  y = 2
}

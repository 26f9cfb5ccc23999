// error: the inline 'next' cannot be called inside an expression; call it in a statement of its own
// line: 7
byte x, y;
inline next(a) { return a + 1 }
active proctype P() {
  if
  :: next(x) == 2 -> y = 1
  :: else
  fi
}

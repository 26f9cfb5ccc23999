// error: 'else:' is not Promela; write else ->
// line: 7
byte x, y;
active proctype P() {
  if
  :: x == 0 -> y = 1
  :: else: y = 2
  fi
}

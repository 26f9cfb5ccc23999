// error: 'or' is not Promela; write '||'
// line: 6
byte x, y;
active proctype P() {
  if
  :: x == 1 or y == 1 -> y = 2
  :: else
  fi
}

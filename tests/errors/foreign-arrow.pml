// error: '=>' is not Promela; write '->' behind a guard, '>=' to compare
// line: 6
byte x, y;
active proctype P() {
  if
  :: x == 0 => y = 1
  :: else
  fi
}

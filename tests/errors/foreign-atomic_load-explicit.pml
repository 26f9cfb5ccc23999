// error: 'atomic_load_explicit' is not Promela; write x: to read a global is a load
// line: 6
byte x, y;
active proctype P() {
  if
  :: atomic_load_explicit(y, 0) == 1 -> x = 1
  :: else
  fi
}

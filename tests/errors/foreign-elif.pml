// error: 'elif' is not Promela; write another option, :: condition -> ..
// line: 7
byte x, y;
active proctype P() {
  if
  :: x == 1 -> y = 2
  elif x == 2 -> y = 3
  :: else
  fi
}

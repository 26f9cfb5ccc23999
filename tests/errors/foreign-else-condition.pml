// error: 'else' takes no condition; write another option, :: condition -> .., or else -> if .. fi
// line: 7
byte x, y;
active proctype P() {
  if
  :: x == 1 -> y = 1
  :: else if (x == 2) -> y = 2
  fi;
  y = 3
}

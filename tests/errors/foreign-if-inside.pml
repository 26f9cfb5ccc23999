// error: 'if' has options; write if :: condition -> .. :: else -> .. fi
// line: 6
byte x, y;
active proctype P() {
  if
  :: x == 1 -> if (y == 1) { y = 2 } else { y = 3 }
  :: else
  fi;
  y = 2
}

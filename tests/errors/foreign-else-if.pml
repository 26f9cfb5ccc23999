// error: 'if' has options; write if :: condition -> .. :: else -> .. fi
// line: 5
byte x, y;
active proctype P() {
  if (x == 1) {
    y = 2;
  } else if (x == 2) {
    y = 3;
  } else { y = 4 }
  y = 2
}

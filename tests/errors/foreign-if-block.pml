// error: 'if' has options; write if :: condition -> .. :: else -> .. fi
// line: 5
byte x, y;
active proctype P() {
  if x == 1 {
    y = 1
  }
  y = 2
}

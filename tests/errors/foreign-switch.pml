// error: 'switch' is not Promela; write if :: x == 1 -> .. :: x == 2 -> .. :: else -> .. fi
// line: 5
byte x, y;
active proctype P() {
  switch (x) {
  case 1: y = 2; break;
  default: y = 3;
  }
  y = 4
}

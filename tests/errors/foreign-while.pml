// error: 'while' is not Promela; write do :: condition -> .. :: else -> break od
// line: 5
byte x, y;
active proctype P() {
  while (x == 0) {
    y = 1;
    if
    :: y == 1 -> x = 1
    :: else
    fi
  }
  y = 2
}

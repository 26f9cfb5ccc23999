// error: 'do' has options, and goes on until a break; write do :: .. :: condition -> break od
// line: 5
byte x, y;
active proctype P() {
  do {
    x = 1;
  } while (x == 0);
  y = 2
}

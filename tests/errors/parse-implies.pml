// error: expected ':' between the two values of a conditional expression (c -> a : b; a implies b is written !a || b), found ')'
// line: 5
byte x, y;
active proctype P() {
  assert(x == 1 -> y == 1);
  y = 2
}

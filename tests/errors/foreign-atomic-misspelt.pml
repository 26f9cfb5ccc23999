// error: 'atmoic' is not Promela; do you mean atomic?
// line: 5
byte x, y;
active proctype P() {
  atmoic { x = 1 };
  y = 2
}

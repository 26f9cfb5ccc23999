// error: 'wait' is not Promela; write await (condition), which waits until it is true
// line: 5
byte x, y;
active proctype P() {
  wait(x == 1);
  y = 2
}

// error: '~=' is not Promela; write '!='
// line: 5
byte x, y;
active proctype P() {
  (x ~= y);
  y = 2
}

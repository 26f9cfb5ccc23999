// error: 'var' is not Promela; write the type, as in int x
// line: 5
byte x, y;
active proctype P() {
  var z = 1;
  y = 2
}

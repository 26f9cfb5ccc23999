// error: '**' is not Promela; there are no powers: write x * x
// line: 5
byte x, y;
active proctype P() {
  x = y ** 2;
  y = 2
}

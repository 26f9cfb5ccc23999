// error: 'then' is not Promela; write '->' behind the guard
// line: 5
byte x, y;
active proctype P() {
  if :: x == 1 then y = 2 :: else fi
}

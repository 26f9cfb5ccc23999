// error: label L is there twice
// line: 5
byte x;
active proctype P() { L: x = 1;
  L: x = 2 }

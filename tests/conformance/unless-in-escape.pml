byte x, y;
active proctype P() {
  { x = 1; x = 2 } unless { { y == 1; x = 3; x = 4 } unless { y == 2; x = 5 } };
  x = 6
}
active proctype Q() { y = 1; y = 2 }

byte x, y;
active proctype P() {
  { { x = 1; x = 2; x = 3 } unless { y == 1 -> x = 10; x = 11 }; x = 4 } unless { y == 2 -> x = 20 };
  x = 30
}
active proctype Q() { y = 1; y = 2; y = 3 }

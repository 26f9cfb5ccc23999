byte x, y;
active proctype P() {
  x = 1;
  if :: goto M :: skip fi;
  atomic { x = 2; M: y = 3; x = 4 };
  y = 5
}
active proctype Q() { y = 1; x = 9 }

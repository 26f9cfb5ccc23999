byte x;
active proctype P() {
  atomic { x = 1; goto L };
  x = 9;
L: x = 2;
  atomic { if :: x == 3 -> goto M :: x == 2 -> x = 5 :: goto M :: else fi };
  x = 8;
M: x = 4;
  do
  :: atomic { x == 4 -> x = 1; break }
  :: atomic { x = 2 }
  :: x == 2 -> break
  od;
  atomic { do :: x < 2 -> x++ :: x == 2 -> break od };
  x = 0
}
active proctype Q() { x == 1; x = 3; x = 2 }

byte x, y;
active proctype P() {
  if
  :: x == 0 -> if :: y == 0 -> x = 1 :: y == 1 -> x = 2 fi
  :: if :: x == 1 -> y = 2 :: x == 2 -> y = 3 fi
  :: do :: x == 3 -> break :: y == 3 -> x = 3 od
  fi;
  x = 5
}
active proctype Q() { y = 1; x = 2; y = 3 }

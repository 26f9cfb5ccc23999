byte x, y;
active proctype P() { do :: x < 2 -> do :: y < 2 -> y++ :: y == 2 -> goto out :: break od; x++ :: else -> break od; x = 9; out: y = 7 }
active proctype Q() { do :: y == 1 -> x = 1; break :: y == 7 -> break od }

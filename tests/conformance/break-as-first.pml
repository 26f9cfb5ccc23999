byte x;
active proctype P() { do :: break :: x < 2 -> x++ od; do :: x = 3; break :: x == 9 -> skip :: break od; x = 4 }
active proctype Q() { do :: do :: x == 1 -> break :: break od; x = 7; break od }

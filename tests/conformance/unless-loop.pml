byte x, y;
active proctype P() { do :: { do :: x < 3 -> x++ :: x == 3 -> break od; x = 0 } unless { y == 1; y = 0; break } od; x = 9 }
active proctype Q() { y = 1; y == 0; y = 2 }

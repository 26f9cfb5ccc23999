byte g;
active proctype P() { byte i; do :: i < 2 -> byte t = 4; g = t + i; t = 9; i++ :: else -> break od }
active proctype Q() { if :: g > 3 -> byte u = 2; g = u :: true -> byte v = 3; g = v fi }

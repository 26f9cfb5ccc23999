byte a[2]; byte i;
active proctype P() { do :: i < 3 -> i++ :: a[i] = 1; break od }

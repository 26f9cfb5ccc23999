chan c[2] = [1] of { byte };
byte x;
active proctype P() { c[0]!1; c[1]!2; c[0]?x; c[1]?x }
active proctype Q() { byte i; do :: c[i]?x -> i++; if :: i > 1 -> break :: else fi :: i == 0 -> i = 1; break od }

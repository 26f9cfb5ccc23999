byte g = 3; byte h = 1;
proctype C(byte p) { byte a = p + 1; byte b = a; byte c[2] = 7; g = a + b + c[1] }
init { byte x = g + h; { byte y = 5; x = x + y }; run C(x) ; h = x }

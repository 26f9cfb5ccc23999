byte g = 1;
active proctype Q() { { byte i = 1; g = i; { byte j = i; g = g + j } }; { byte i = 2; g = i; { byte j; j = j + g } } }
active proctype P() { if :: { byte i = 3; g = i } :: { byte i = 4; g = i } fi }

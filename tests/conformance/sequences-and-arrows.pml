byte x;
active proctype P() { x == 0 -> x = 1 -> x = 2; { x = 3; { x = 4 } ; }; ; x = 5; }
active proctype Q() { { { skip } }; if :: { x == 2; x = 7 } :: { skip; x = 8 } fi }

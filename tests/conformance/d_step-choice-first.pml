/* in a d_step the first possible option is taken */
byte x, y;
active proctype P() { d_step { if :: x == 1 -> y = 1 :: x == 0 -> y = 2 :: true -> y = 3 fi; x++ }; d_step { if :: skip :: x = 9 fi } }
active proctype Q() { d_step { do :: x < 3 -> x++ :: x == 3 -> break :: x < 9 -> y = 5; break od } }

bool b = true; byte x;
active proctype P() { do :: b -> b = false :: !b -> break od; true; x = 1; (1); skip; if :: false -> x = 9 :: true fi }
active proctype Q() { b == false -> x = 2; (x) ; x - 1 }

/* a loop as the first statement of an atomic block: its first visit and its later ones are different states */
chan c = [1] of { byte };
byte n;
active proctype P() { byte v; atomic { do :: c?v -> n = n + v :: n >= 3 -> break od; n = 0 } }
active proctype Q() { c!1; c!2; c!1 }
active proctype R() { n == 1; n = 2 }

// && and || evaluate their second part only where needed.
// check: --memory sc
// verdict: holds
byte x; byte a[2]; byte i = 5;
active proctype P() { if :: x != 0 && 4 / x == 2 -> skip :: else fi; if :: i >= 2 || a[i] == 0 -> skip :: else fi }
active proctype Q() { x = (i < 2 -> a[i] : 1) }

// check: --memory sc --no-deadlock --fairness none
// verdict: holds
// property: claim
// check: --memory sc --no-deadlock --fairness none --ltl "[] (enabled(1) -> y < 2)" --ltl "[] (P@w -> !enabled(0))"
// verdict: holds
// property: ltl
// check: --memory sc --no-deadlock --fairness none --ltl "[] enabled(1)"
// verdict: violated
// property: ltl
byte x, y;
chan c = [1] of { byte };
active proctype P() { c!1; s: c!2; x = 1; if :: y == 5 -> skip :: w: y == 6 fi }
active proctype Q() { y = 1; d: y == 1; y = 2; (x == 9 || y == 7); c?_ }
never { do :: enabled(0) && P@s -> break :: else od }

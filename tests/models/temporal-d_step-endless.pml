// A d_step that goes round for ever. P can take it all the time, so a fair run enters it and says nothing more; without fairness P need not.
// check: --no-deadlock --ltl '<> (x == 7)' --buffer 1
// verdict: holds
// check: --no-deadlock --ltl '<> (x == 7)' --memory sc
// verdict: holds
// check: --no-deadlock --ltl '<> (x == 7)' --buffer 1 --fairness memory
// verdict: violated
// check: --no-deadlock --ltl '<> (x == 7)' --memory sc --fairness strong
// verdict: holds
byte x;
active proctype P() { byte r; x = 1; d_step { do :: r == 0 -> r = 1; r = 1 - r :: else -> break od } }
active proctype Q() { do :: x = 0 od }

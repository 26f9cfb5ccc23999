// P can go on since it sees its own store; Q cannot before memory has it.
// check: --memory tso --no-deadlock --fairness none --engine explicit
// verdict: holds
// property: claim
// check: --memory tso --no-deadlock --fairness none --engine explicit --ltl "[] (P@w -> enabled(1))"
// verdict: violated
// property: ltl
byte x;
active proctype P() { x = 1; w: x == 1; x = 2 }
active proctype Q() { x == 1 }
never { do :: P@w && !enabled(0) -> break :: else od }

// A never claim is read and answered unknown, for now.
// check: --memory sc
// verdict: unknown
byte x;
active proctype P() { x = 1 }
active proctype Q() { x == 1 }
never { do :: x == 2 -> break :: else od }

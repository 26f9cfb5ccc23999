// error: proctype P has no label hero; do you mean here?
// line: 4
byte x;
ltl { [] (x == 1 -> P@hero) }
active proctype P() { x = 1; here: skip }

// A condition on the locals of three processes that move freely: more combinations than the events engine looks at, which it says.
// check: --memory tso --engine events --never "A:x == 1 && B:y == 2 && C:z == 255"
// verdict: unknown
// reason: too many combinations
byte shared;

active proctype A() { byte x; do :: x < 200 -> x++ :: else -> break od }
active proctype B() { byte y; do :: y < 200 -> y++ :: else -> break od }
active proctype C() { byte z; do :: z < 200 -> z++ :: else -> break od }

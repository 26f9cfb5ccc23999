// check: --ltl "<> x == 1" --ltl "[] x U"
// error: --ltl (2):1:7: error: a formula or a condition is missing here
byte x;
active proctype P() { x = 1; here: skip }

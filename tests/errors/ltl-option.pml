// check: --ltl "<> x == 1" --ltl "[] x U"
// error: --ltl (2):1:6: error: expected the end of the condition, found 'U'
byte x;
active proctype P() { x = 1; here: skip }

// Inside a block run writes the creator's buffer out in that same step, so the block does not block: nobody sees its middle.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y, number;
ghost byte inside;
proctype Child() { assert(x == 1 && y == 2) }
init { x = 1; atomic { inside = 1; y = 2; number = run Child(); run Child(); inside = 0 } }
active proctype Q() { byte r; r = x + number; assert(inside == 0) }

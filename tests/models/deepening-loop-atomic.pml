// As deepening-atomic, with stores in a loop: the small buffers of a search that deepens do not interrupt the block.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory tso --buffer 1
// verdict: violated
// property: assertion
// check: --memory tso --buffer 2
// verdict: holds
byte x;
ghost bit inside;
active proctype P() { byte i; atomic { inside = 1; do :: i < 2 -> x = i; i++ :: else -> break od; inside = 0 } }
active proctype Q() { byte r; r = x; assert(inside == 0) }

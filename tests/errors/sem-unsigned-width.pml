// error: an unsigned has 1 to 32 bits, not 40
// line: 3
unsigned x : 40;
init { skip }

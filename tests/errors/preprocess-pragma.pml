// error: the directive '#pragma fast' is not supported
// line: 3
#pragma fast
active proctype P() { skip }

// error: run cannot be asserted
// line: 4
proctype P() { skip }
init { assert(run P()) }

// error: run is a statement of its own
// line: 4
proctype P() { skip }
init { byte x; x = 1 + run P() }

// error: write `run Q(...)` to start one
// line: 4
proctype Q() { skip }
init { Q() }

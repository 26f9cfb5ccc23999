// error: there is no proctype Writer; do you mean Write?
// line: 4
proctype Write() { skip }
init { run Writer() }

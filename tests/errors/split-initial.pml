// error: --split-loads cannot split an initial value
// line: 5
// check: --split-loads
byte x;
active proctype P() { byte r = x; skip }

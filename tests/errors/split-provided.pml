// error: --split-loads cannot split a provided clause
// line: 5
// check: --split-loads
byte x;
active proctype P() provided (x == 0) { skip }

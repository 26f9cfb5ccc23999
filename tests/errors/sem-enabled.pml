// error: enabled() is for never claims and formulas
// line: 3
active proctype P() { enabled(1) }

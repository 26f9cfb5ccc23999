// error: pc_value() is for never claims and formulas
// line: 3
active proctype P() { pc_value(0) == 1 }

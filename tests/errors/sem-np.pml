// error: np_ is for never claims, formulas and conditions on states
// line: 3
active proctype P() { np_ }

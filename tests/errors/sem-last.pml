// error: _last is for never claims and formulas
// line: 3
active proctype P() { _last == 0 }

// error: _last is not supported
// line: 3
active proctype P() { _last == 0 }

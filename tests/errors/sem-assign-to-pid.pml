// error: only a variable can stand before '='
// line: 3
init { _pid = 1 }

// error: init takes no parameters; write init {
// line: 5
byte x;
proctype P() { x = 1 }
init() { run P() }

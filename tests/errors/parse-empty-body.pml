// error: expected a statement (write skip where nothing is to be done), found '}'
// line: 3
active proctype P() { }

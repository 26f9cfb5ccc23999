// error: red is an mtype constant, not a variable
// line: 4
mtype = { red, green };
init { red = 1 }

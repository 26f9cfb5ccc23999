// error: await(...) is a statement, it has no value
// line: 4
byte x;
active proctype P() { x = await (x == 1) }

// error: await takes 1 argument: await (e)
// line: 4
byte x;
active proctype P() { x = 1; await }

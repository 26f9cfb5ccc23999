// error: put it in front of the block
// line: 4
byte x;
active proctype P() { atomic { L: x = 1; goto L } }

// error: --split-loads cannot split this statement: it takes a message by what it loads
// line: 6
// check: --split-loads
byte x;
chan c = [1] of { byte };
active proctype P() { c?eval(x) }

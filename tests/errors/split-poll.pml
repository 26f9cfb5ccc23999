// error: --split-loads cannot split this statement: it looks for a message with what it loads
// line: 6
// check: --split-loads
byte x;
chan c = [1] of { byte };
active proctype P() { c?[eval(x)] }

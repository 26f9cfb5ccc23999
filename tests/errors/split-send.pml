// error: --split-loads cannot split this statement: other options stand beside the message
// line: 6
// check: --split-loads
byte x;
chan c = [1] of { byte };
active proctype P() { if :: c!x :: c?_ fi }

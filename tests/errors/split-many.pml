// error: --split-loads cannot split this statement: it loads too many locations
// line: 5
// check: --split-loads
byte x[13];
active proctype P() { byte r; r = x[0] + x[1] + x[2] + x[3] + x[4] + x[5] + x[6] + x[7] + x[8] + x[9] + x[10] + x[11] + x[12] }

// error: 'if' has options; write if :: condition -> .. :: else -> .. fi
// line: 5
byte x, y;
active proctype P() {
  if x == 1 then y = 1 fi;
  y = 2
}

// error: lfence is not declared; leave it out: loads are in order here
// line: 5
byte x, y;
active proctype P() {
  lfence;
  y = 2
}

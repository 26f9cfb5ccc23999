// error: there is no label agian in this proctype; do you mean again?
// line: 7
byte x;
active proctype P() {
again:
  x = 1;
  goto agian
}

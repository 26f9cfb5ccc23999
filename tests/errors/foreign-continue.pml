// error: continue is not declared; leave out the rest of the option: at its end a do goes on with the next round
// line: 7
byte x, y;
active proctype P() {
  do
  :: x == 1 -> break
  :: else -> x = 1; continue
  od
}

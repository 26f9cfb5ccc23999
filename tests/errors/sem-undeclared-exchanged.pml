// error: cuont is not declared; do you mean count?
// line: 5
byte count;
active proctype P() {
  cuont = 1;
  count = 2
}

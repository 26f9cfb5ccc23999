// error: must be declared at the start of the proctype
// line: 5
init {
  skip;
  byte a[2] = { 1, 2 };
  a[0] = 1
}

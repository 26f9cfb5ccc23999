// error: a list of initial values for the local array a is not supported
// line: 4
active proctype P() {
  byte a[3] = { 1, 2, 3 };
  a[0] = 1
}

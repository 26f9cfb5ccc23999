// error: the directive '# set' is not supported; remove it, or write // before a comment
// line: 5
byte x, y;
active proctype P() {
  x = 1 # set
  y = 2
}

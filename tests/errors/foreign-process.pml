// error: 'process' is not Promela; write proctype
// line: 4
byte x;
process P() {
  x = 1
}

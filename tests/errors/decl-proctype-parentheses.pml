// error: '()' is missing behind the name of the proctype; write proctype P() {
// line: 4
byte x;
active proctype P {
  x = 1
}

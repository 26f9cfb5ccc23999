// error: index 2 is outside of want, which has the elements 0 to 1
// line: 4
byte want[2];
init { want[2] = 1 }

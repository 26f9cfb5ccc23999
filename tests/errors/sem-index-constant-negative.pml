// error: index -1 is outside of want
// line: 4
byte want[2];
init { want[1 - 2] = 1 }

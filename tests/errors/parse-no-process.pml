// error: there is no process in this file
// line: 1
byte x;

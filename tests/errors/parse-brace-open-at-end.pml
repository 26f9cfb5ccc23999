// error: expected '}' to close the '{' of line 3, found the end of the file
// line: 5
active proctype P() {
    byte x;
    x = 1;

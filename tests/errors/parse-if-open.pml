// error: expected 'fi' to close the 'if' of line 5, found '}'
// line: 7
active proctype P() {
    byte x;
    if
    :: x == 1 -> x = 2
}

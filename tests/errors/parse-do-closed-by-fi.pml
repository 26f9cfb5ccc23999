// error: expected 'od' to close the 'do' of line 5, found 'fi'
// line: 7
active proctype P() {
    byte x;
    do
    :: x == 1 -> x = 2
    fi
}

// error: 'else' stands alone as the first statement of an option
// line: 5
active proctype P() {
    byte x;
    if :: x == 1 :: (else) -> skip fi
}

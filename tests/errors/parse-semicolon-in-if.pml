// error: expected '::' and an option behind 'if', found 'x'
// line: 5
active proctype P() {
    byte x;
    if x = 1; fi
}

// error: expected a declaration, a proctype, init, inline or typedef, found '}'
// line: 6
active proctype P() {
    skip
}
}

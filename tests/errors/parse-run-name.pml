// error: expected the name of a proctype behind 'run', found '('
// line: 5
active proctype P() {
    byte x;
    run (1);
}

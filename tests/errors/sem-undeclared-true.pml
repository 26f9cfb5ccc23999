// error: TRUE is not declared; do you mean true?
// line: 3
bool x = TRUE;
active proctype P() { x = 0 }

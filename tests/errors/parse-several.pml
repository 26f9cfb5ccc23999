// error: expected an expression, found ';'
// line: 9
// error: expected '::' and an option behind 'if'
// line: 10
// error: expected ')' to close the parenthesis
// line: 13
active proctype P() {
    byte x;
    x = ;
    if x == 1 fi;
    x = 1;
    skip;
    x = (x;
}

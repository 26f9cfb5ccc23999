// error: expected a statement (write skip where nothing is to be done), found 'fi'
// line: 5
active proctype P() {
    byte x;
    if :: fi;
}

// error: found 'do', which is a word of Promela; choose another name
// line: 5
active proctype P() {
    byte x;
    goto do;
}

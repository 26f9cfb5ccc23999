// error: the character 'ä' has no meaning in Promela
// line: 5
active proctype P() {
    byte x;
    x = ä;
}

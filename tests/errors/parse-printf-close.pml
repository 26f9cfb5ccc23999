// error: expected ')' behind the arguments of 'printf'
// line: 5
active proctype P() {
    byte x;
    printf("hello";
}

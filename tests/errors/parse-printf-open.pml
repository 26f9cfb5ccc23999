// error: expected '(' behind 'printf'
// line: 5
active proctype P() {
    byte x;
    printf "hello";
}

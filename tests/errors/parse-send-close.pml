// error: expected ')' behind the message's arguments
// line: 5
active proctype P() {
    byte x;
    c!1(x;
}

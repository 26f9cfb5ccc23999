// error: process priorities are not supported
// line: 5
active proctype P() {
    byte x;
    run Q(1) priority 3;
}

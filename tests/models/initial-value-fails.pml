// The first state cannot be made: that is all there is to search.
// check: --memory tso
// verdict: violated
// property: runtime
// check: --memory sc
// verdict: violated
// property: runtime
byte x;
active proctype P() {
    bit r = 1 / x;
    r = 0;
}
active proctype Q() {
    x = 1;
}

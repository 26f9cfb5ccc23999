// A provided clause that cannot be evaluated is a run-time error of its process.
// check: --memory tso
// verdict: violated
// property: runtime
// check: --memory sc
// verdict: violated
// property: runtime
byte x, y;
active proctype P() provided (2 / y) {
    x = 1;
}
active proctype Q() {
    y = 1;
}

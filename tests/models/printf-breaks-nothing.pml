// check: --memory tso
// verdict: holds
// What cannot be evaluated is shown as "?" where a run is shown; it is no run-time error.
byte x, a[2];
active proctype P() {
    x = 1;
    printf("%d %d\n", 2 / (x - x), a[x + 1])
}

// check: --memory slot
// error: --memory slot has no store-store barriers: a slot holds one store, not one from each side; use a full fence
// line: 7
byte x, y;
active proctype P() {
    x = 1;
    sfence;
    y = 1
}

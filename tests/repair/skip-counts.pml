/* Without its fence the text has a skip there: a step, which X counts. */
ghost byte a;
byte x;
active proctype P0() {
    a = 1;
    mfence;
    a = 2
}

// outcomes: --memory tso
// refused: events
// states: 1
// has: Q:s=7; x=1;
// Nobody but P is left when it times out. A valid end at which it can do so is no final state.
byte x;

active proctype P() {
end:
    timeout;
    x = 1
}

active proctype Q() {
    byte s;
    s = 7
}

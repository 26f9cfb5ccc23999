// The words of style 3 yield to the user's own declarations.
// check: --memory sc
// verdict: holds
byte store, sync;
inline mfence() { sync = 2 }
active proctype P() { store = 1; sync = store; mfence(); assert(sync == 2) }

// Both processes stand at the start of the loop at once, but only one ever comes to the jump back.
// check: --memory sc --mutex cs
// verdict: holds
// check: --memory sc --mutex start
// verdict: violated
// property: mutex
byte turn;
active [2] proctype P() { start: turn == _pid; cs: goto start }

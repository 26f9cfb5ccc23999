// The witness starts from the first state a second time: the channel is empty there again, whatever the search has left in it.
// check: --mutex L --no-deadlock
// verdict: violated
// check: --never R:i==1 --no-deadlock
// verdict: holds
chan c = [1] of { byte };
active proctype P() {
    c!1;
L:  skip;
}
active proctype R() {
    byte i = len(c);
L:  skip;
}

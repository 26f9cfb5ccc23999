// check: --memory tso --engine events --no-deadlock --never 'Q@E && a == 1 && b == 1 && view(P, b) == 0 && view(P, a) == 1'
// verdict: holds
/* The search goes round a loop of events with a sync in it: commit of a = 0, commit of a = 1, sync. What P has stored before the loop must be committed
 * altogether before it can pass the sync, not only the part of it that the loop commits. */
bit a = 1, b = 1;
active proctype P() {
    do
    :: a = 0;
       b = a
    od
}
active proctype Q() {
    do
    :: a = 1
    :: break
    od;
    sync;
E:  skip
}

/* Fig. 4 of Linden and Wolper: P can go round its loop without end from the start; Q needs P's stores for every round. The
 * labels are the paper's numbers of control states. */
bit x = 1, y = 1;

active proctype P()
{
one:
    load(y, 1);
    store(x, 0);
four:
    load(y, 1);
    store(x, 1);
    goto one
}

active proctype Q()
{
one:
    load(x, 0);
    store(y, 0);
four:
    load(x, 1);
    store(y, 1);
    goto one
}

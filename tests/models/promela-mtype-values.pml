// The names of each declaration count downwards, from the number of names that their set has by then.
// check: --memory sc
// verdict: holds
mtype = { a, b, c };
mtype = { d, e };
mtype:colour = { red, green };
active proctype P()
{
    assert(a == 3 && b == 2 && c == 1 && d == 5 && e == 4);
    assert(red == 2 && green == 1)
}

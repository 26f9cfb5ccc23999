/* Table 1 of Linden and Wolper: a process sees its own store before the other one does. Both reach the end under TSO, under SC
 * only one of them. */
bit x, y;

active proctype P()
{
    store(x, 1);
    load(x, 1);
    load(y, 0);
end:
    false
}

active proctype Q()
{
    store(y, 1);
    load(y, 1);
    load(x, 0);
end:
    false
}

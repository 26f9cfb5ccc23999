/* Fig. 2 of Linden and Wolper: two processes store without end, each to its own location. */
bit x, y;

active proctype P()
{
    do
    :: store(x, 1);
       store(x, 0)
    od
}

active proctype Q()
{
    do
    :: store(y, 1);
       store(y, 0)
    od
}

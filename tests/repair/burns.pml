/* The algorithm of Burns for two, again and again, without fences: P goes first. */
bit flag[2];
ghost byte ncrit;

active proctype P()
{
    do
    :: flag[0] = 1;
       flag[1] == 0;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       flag[0] = 0
    od
}

active proctype Q()
{
start:
    flag[1] = 0;
    if
    :: flag[0] == 1 -> goto start
    :: flag[0] == 0
    fi;
    flag[1] = 1;
    if
    :: flag[0] == 1 -> goto start
    :: flag[0] == 0
    fi;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    flag[1] = 0;
    goto start
}

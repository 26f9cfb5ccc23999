/* Dijkstra's algorithm for two, entered once, without fences. */
byte flag[2], turn;
ghost byte ncrit;

active proctype P0()
{
again:
    flag[0] = 1;
    do
    :: turn == 0 -> break
    :: turn != 0 ->
       if
       :: flag[turn] == 0 -> turn = 0
       :: flag[turn] != 0
       fi
    od;
    flag[0] = 2;
    if
    :: flag[1] == 2 -> goto again
    :: flag[1] != 2
    fi;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    flag[0] = 0
}

active proctype P1()
{
again:
    flag[1] = 1;
    do
    :: turn == 1 -> break
    :: turn != 1 ->
       if
       :: flag[turn] == 0 -> turn = 1
       :: flag[turn] != 0
       fi
    od;
    flag[1] = 2;
    if
    :: flag[0] == 2 -> goto again
    :: flag[0] != 2
    fi;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    flag[1] = 0
}

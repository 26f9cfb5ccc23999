/* Dekker's algorithm for two, entered once, without fences. */
bit want[2], turn;
ghost byte ncrit;

active proctype P0()
{
    want[0] = 1;
    do
    :: want[1] == 0 -> break
    :: want[1] == 1 && turn == 1 ->
       want[0] = 0;
       turn == 0;
       want[0] = 1
    od;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    turn = 1;
    want[0] = 0
}

active proctype P1()
{
    want[1] = 1;
    do
    :: want[0] == 0 -> break
    :: want[0] == 1 && turn == 0 ->
       want[1] = 0;
       turn == 1;
       want[1] = 1
    od;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    turn = 0;
    want[1] = 0
}

/* Peterson's algorithm for two, again and again, without fences. */
bit want[2], turn;
ghost byte ncrit;

active proctype P0()
{
    do
    :: want[0] = 1;
       turn = 1;
       want[1] == 0 || turn == 0;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       want[0] = 0
    od
}

active proctype P1()
{
    do
    :: want[1] = 1;
       turn = 0;
       want[0] == 0 || turn == 1;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       want[1] = 0
    od
}

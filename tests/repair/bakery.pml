/* Lamport's bakery for two, again and again with tickets up to 3, without fences. */
bit choosing[2];
byte number[2];
ghost byte ncrit;

active proctype P0()
{
    byte n;
    do
    ::
    choosing[0] = 1;
    number[1] < 3;
    n = number[1];
    number[0] = n + 1;
    choosing[0] = 0;
    choosing[1] == 0;
    number[1] == 0 || number[1] > number[0] || (number[1] == number[0] && 0 < 1);
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    number[0] = 0;
    n = 0
    od
}

active proctype P1()
{
    byte n;
    do
    ::
    choosing[1] = 1;
    number[0] < 3;
    n = number[0];
    number[1] = n + 1;
    choosing[1] = 0;
    choosing[0] == 0;
    number[0] == 0 || number[0] > number[1] || (number[0] == number[1] && 1 < 0);
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    number[1] = 0;
    n = 0
    od
}

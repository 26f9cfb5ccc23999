/* Szymanski's algorithm for two, again and again, without fences. */
byte flag[2];
ghost byte ncrit;

active proctype P0()
{
    do
    :: flag[0] = 1;
       flag[1] < 3;
       flag[0] = 3;
       if
       :: flag[1] == 1 ->
          flag[0] = 2;
          flag[1] == 4
       :: flag[1] != 1
       fi;
       flag[0] = 4;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       flag[1] < 2 || flag[1] == 4;
       flag[0] = 0
    od
}

active proctype P1()
{
    do
    :: flag[1] = 1;
       flag[0] < 3;
       flag[1] = 3;
       if
       :: flag[0] == 1 ->
          flag[1] = 2;
          flag[0] == 4
       :: flag[0] != 1
       fi;
       flag[1] = 4;
       flag[0] < 2;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       flag[1] = 0
    od
}

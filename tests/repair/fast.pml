/* Lamport's fast mutual exclusion for two, again and again, without fences. */
bit b[2];
byte x, y;
ghost byte ncrit;

active proctype P0()
{
start:
    b[0] = 1;
    x = 1;
    if
    :: y != 0 ->
       b[0] = 0;
       y == 0;
       goto start
    :: y == 0
    fi;
    y = 1;
    if
    :: x != 1 ->
       b[0] = 0;
       b[1] == 0;
       if
       :: y != 1 ->
          y == 0;
          goto start
       :: y == 1
       fi
    :: x == 1
    fi;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    y = 0;
    b[0] = 0;
    goto start
}

active proctype P1()
{
start:
    b[1] = 1;
    x = 2;
    if
    :: y != 0 ->
       b[1] = 0;
       y == 0;
       goto start
    :: y == 0
    fi;
    y = 2;
    if
    :: x != 2 ->
       b[1] = 0;
       b[0] == 0;
       if
       :: y != 2 ->
          y == 0;
          goto start
       :: y == 2
       fi
    :: x == 2
    fi;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    y = 0;
    b[1] = 0;
    goto start
}

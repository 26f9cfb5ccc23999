// Inside a d_step the first option that is possible is taken; it is one step for everybody else.
// check: --memory sc
// verdict: holds
byte x, y;
active proctype P()
{
    d_step { x = 1; if :: x = 2 :: x = 3 fi; y = x }
}
active proctype Q()
{
    assert((x == 0 && y == 0) || (x == 2 && y == 2))
}

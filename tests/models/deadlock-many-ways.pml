// check: --engine events
// verdict: holds
// check: --engine events -D BAD
// verdict: violated
// property: deadlock
/* 33 processes wait for ever, each in one of two ways, where they may end: not all combinations are to be looked at. A and B can always meet. */
chan c = [0] of { byte };
chan d = [0] of { byte };

active [33] proctype P()
{
    bit x;
    if
    :: x = 0
    :: x = 1
    fi;
    if
    :: x ->
end1:   c?1
    :: !x ->
end2:   c?0
    fi
}

active proctype A()
{
    do
    :: d!0
#ifdef BAD
    :: true -> d!1
#endif
    od
}

active proctype B()
{
    do
    :: d?0
    od
}

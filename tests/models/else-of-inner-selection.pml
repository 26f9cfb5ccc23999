// An `else` with which an option begins is tried where it stands, as SPIN does it: the options after it do not matter, those before it do.
// check: --memory sc
// verdict: violated
// property: assertion
// check: --memory tso --errors all
// verdict: violated
// property: assertion
byte x;

active proctype first()
{
    if
    :: if :: x == 2 :: else -> assert(false) fi
    :: skip
    fi
}

active proctype last()
{
    if
    :: x < 2
    :: if :: x == 2 :: else -> x = 7 fi
    fi;
    assert(x != 7)
}

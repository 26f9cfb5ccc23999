// A constant index out of range fails where a run comes to it, and only there.
// check: --memory sc
// verdict: violated
// property: runtime
// warning: index 2 is outside of want, which has the elements 0 to 1
// check: --memory sc -D AVOIDED
// verdict: holds
// warning: index 2 is outside of want
byte want[2];

init
{
#ifdef AVOIDED
    if
    :: want[0] == 1 -> want[2] = 1
    :: else
    fi
#else
    want[2] = 1
#endif
}

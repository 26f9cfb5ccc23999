// No run takes the second option: who is there sees its own pending store. Every engine lists it, also one that asks who could meet.
// check: --memory tso
// verdict: violated
// check: --memory sc
// verdict: violated
byte y = 1;
chan c = [0] of { bit };

active proctype P()
{
    y = 3;
    if
    :: c!1
    :: y == 1 -> assert(false)
    fi
}

active proctype Q()
{
    y == 7
}

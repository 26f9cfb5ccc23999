// The only step of Q is a run-time error. It can be taken, so a fair run takes it and ends there: no run is left that could violate the formula.
// check: --memory tso --no-deadlock --errors all
// verdict: violated
// property: runtime
bit x, y;

active proctype P()
{
    do
    :: x = 1;
       mfence;
       x = 0;
       mfence
    od
}

active proctype Q()
{
    bit r;
    r = 1 / y
}

ltl comes { <> (y == 1) }

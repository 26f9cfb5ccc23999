// A formula over a local and a label: the step that changes the local is seen by the formula at once, its store only once it is committed.
// check: --memory tso --no-deadlock
// verdict: violated
// property: ltl
bit x;

active proctype P()
{
    bit r;
    do
    :: r = 1;
       x = 1;
       mfence;
       r = 0;
       x = 0;
       mfence
    od
}

ltl together { [] (P:r == 1 -> x == 1) }

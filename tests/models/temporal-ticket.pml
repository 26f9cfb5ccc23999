// A ticket lock whose fetch-and-add is an atomic block with a fence: everybody gets in, for all buffer sizes.
// check: --engine auto --memory tso --no-deadlock
// verdict: holds
// check: --engine auto --memory pso --no-deadlock
// verdict: holds
// property: ltl
unsigned next : 2, serving : 2;

active [3] proctype P()
{
    unsigned mine : 2;
    do
    :: true
    :: atomic { mine = next; next = next + 1; mfence };
wait:  serving == mine;
cs:    mine = 0;
       serving = serving + 1
    od
}

ltl served { [] (P[0]@wait -> <> P[0]@cs) }

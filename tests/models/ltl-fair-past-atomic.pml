// While P is inside its block nobody can tell whether Q could go on: Q can in every state outside, so it must.
// check: --memory sc --engine explicit --fairness process
// verdict: holds
// property: ltl
byte x, y;

active proctype P()
{
    do
    :: atomic { x = 1; x = 0 }
    od
}

active proctype Q()
{
    x == 0;
    y = 1
}

ltl gets_through { <> (y == 1) }

// Q waits for what is true inside P's block only; and R stays inside its block for ever, where nobody else can go on.
// check: --memory sc --engine explicit --fairness process
// verdict: violated
// property: ltl
// check: --memory sc --engine explicit --fairness process -D FOREVER
// verdict: violated
// property: ltl
byte x, y;

#ifdef FOREVER
active proctype R()
{
    atomic { do :: x = 1; x = 0 od }
}

active proctype Q()
{
    y = 1
}
#else
active proctype P()
{
    do
    :: atomic { x = 1; x = 0 }
    od
}

active proctype Q()
{
    x == 1;
    y = 1
}
#endif

ltl gets_through { <> (y == 1) }

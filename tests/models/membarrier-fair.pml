// membarrier empties no buffer of another process: beside one that stores again and again the call ends under strong fairness alone, beside one whose stores come to an end always.
// check: --memory tso --buffer 1 --ltl '<> done'
// verdict: violated
// check: --memory tso --buffer 1 --ltl '<> done' --fairness strong
// verdict: holds
// check: --memory pso --buffer 1 --ltl '<> done' -D ONCE
// verdict: holds
byte x;
ghost bit done;
active proctype P() { membarrier; done = 1 }
active proctype Q()
{
#ifdef ONCE
    x = 1; x = 2; do :: x == 2 od
#else
    do :: x = 1; x = 2 od
#endif
}

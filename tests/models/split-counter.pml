// x = x + 1 is one step, but no locked instruction: under SC no count is lost unless its load is a step of its own, under TSO one may be in any case.
// check: --memory sc
// verdict: holds
// check: --memory sc --split-loads
// verdict: violated
// check: --memory tso
// warning: loads and stores x in one step, but it is no locked instruction
// verdict: violated
// check: --memory tso --split-loads
// verdict: violated
// check: --memory tso -D LOCKED
// verdict: holds
// check: --memory tso -D LOCKED --split-loads
// verdict: holds
byte x;
ghost byte done;
active [2] proctype P()
{
#ifdef LOCKED
    fetch_add(x, 1, _);
#else
    x = x + 1;
#endif
    mfence;
    done++
}
active proctype Check() { done == 2; assert(x == 2) }

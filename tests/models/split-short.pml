// What && and || leave out is not loaded: an index that is out of range there does no harm. Inside a block nothing is split.
// check: --memory tso --split-loads
// verdict: holds
// check: --memory tso --split-loads -D FAIL
// verdict: violated
// property: runtime
// check: --memory sc --split-loads -D BLOCK
// verdict: holds
byte x[2] = 1, i = 5, up = 1, down;
active proctype P()
{
#ifdef FAIL
    (i < 9 && x[i] == 1) || up == 1
#else
    (i < 2 && x[i] == 1) || up == 1
#endif
}
active proctype Q()
{
#ifdef BLOCK
    if :: atomic { !up && !down -> assert(false) } :: else fi
#else
    up = 1
#endif
}
active proctype R() { down = 1; up = 0; up = 1; down = 0 }

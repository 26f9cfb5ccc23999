// What was noted is forgotten where another option is taken: the next call begins anew.
// check: --memory tso
// verdict: holds
byte x, y, z;
ghost byte r0 = 9, r1 = 9, go;
active proctype Slow()
{
    do
    :: membarrier; break
    :: z == 0 -> z = 1
    od;
    go = 1;
    x = 1;
    membarrier;
    r0 = y;
    assert(r0 != 0 || r1 != 0)
}
active proctype Fast() { y = 1; go == 1; r1 = x; assert(r0 != 0 || r1 != 0) }
active proctype Other() { z = 2 }

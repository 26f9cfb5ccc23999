// await stands wherever a condition does: beside an else, as an escape, in blocks, with an index that may fail. The own view counts: P sees its own store at once.
// check: --memory tso
// verdict: holds
// check: --memory tso -D FAIL
// verdict: violated
// property: runtime
byte x, y[2];
ghost byte g;
active proctype P()
{
    byte i;
    x = 1;
    await (x == 1);
    if
    :: await (x == 2) -> assert(false)
    :: else -> skip
    fi;
    atomic { await (g == 1); x = 3; await (x == 3) };
    d_step { await (g == 1); x = 4; await (x == 4) };
    { await (x == 5); assert(false) } unless { await (g == 1) };
#ifdef FAIL
    i = 2;
#endif
    await (y[i] == 0)
}
active proctype Q() { g = 1 }

// cmpxchg answers with the value that was there, whether it exchanged or not, and drains the buffer as cas does: store buffering is gone.
// The operands are evaluated before r changes.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y, z = 7;
ghost byte r0, r1, done;
active proctype P() { byte f = 1; x = 1; cmpxchg(z, 9, 1, f); assert(f == 7); r0 = y; done++ }
active proctype Q() { byte f = 1; y = 1; cmpxchg(z, 9, f, f); assert(f == 7); r1 = x; done++ }
active proctype Check()
{
    byte f = 1;
    done == 2;
    assert(r0 == 1 || r1 == 1);
    assert(z == 7);
    cmpxchg(z, f + 6, f + 7, f);
    assert(f == 7 && z == 8);
    cmpxchg(z, 8, 300, _);      /* to a byte */
    assert(z == 44);
    atomic { z = 3; cmpxchg(z, 3, 4, f); assert(f == 3 && z == 4) };
    d_step { z = 5; cmpxchg(z, 3, 4, f); assert(f == 5 && z == 5) }
}

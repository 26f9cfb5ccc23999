// A lock that is taken by cmpxchg in a loop and given back by a plain store: exclusive under TSO. Under PSO the store that gives it back overtakes the one it protects.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
// property: assertion
byte lock, data;
ghost byte inside, done;
active [2] proctype P()
{
    byte old;
    do
    :: cmpxchg(lock, 0, _pid + 1, old);
       if
       :: old == 0 -> break
       :: else -> assert(old != _pid + 1)
       fi
    od;
    inside++;
    assert(inside == 1);
    data = data + 1;
    inside--;
    lock = 0;
    mfence;
    done++
}
active proctype Check() { done == 2; assert(data == 2) }

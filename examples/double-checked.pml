// Double-checked locking: whoever finds the object made takes no lock; the others make it under a lock, after a second look. Singletons and static variables of
// functions are initialized so.
// Who takes no lock reads the field with nothing but the flag before it: the field must be in memory before the flag. TSO sees to that, so the pattern
// is right on x86 (as far as the compiler leaves the order alone). Under PSO the flag may come first, and the object is used before it is made. A store-store fence
// between the two mends it, and a second one before the lock is opened keeps the next one from making the object again (-D FENCED).
// Checked: the object is made once, and whoever uses it sees it made.
// Three users, once each; the lock is taken by an exchange and opened by a plain store.
// expect: tarry check double-checked.pml --memory sc => holds
// expect: tarry check double-checked.pml --memory tso => holds
// expect: tarry check double-checked.pml --memory pso => violated
// expect: tarry check double-checked.pml --memory pso -D FENCED => holds
// expect: tarry fence double-checked.pml --memory pso => 2 sfence
#include "tarry.h"

#ifdef FENCED
#define STORE_STORE sfence
#else
#define STORE_STORE skip
#endif

bit made, lock;
byte field;
ghost bit once;

active [3] proctype user()
{
    byte seen;
    bit busy;

    if
    :: made
    :: else ->
       do
       :: xchg(lock, 1, busy);
          if
          :: busy
          :: else -> break
          fi
       od;
       if
       :: made
       :: else ->
          assert(!once);
          once = 1;
          field = 42;
          STORE_STORE;
          made = 1
       fi;
       STORE_STORE;
       lock = 0
    fi;
    seen = field;
    assert(seen == 42)
}

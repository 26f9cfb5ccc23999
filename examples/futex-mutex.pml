// A mutex that sleeps in the kernel, after Drepper's "Futexes are tricky": 0 is free, 1 taken, 2 taken with possible sleepers. futex_wait puts its caller to sleep
// if the word still is 2, in one step; futex_wake wakes one sleeper.
// unlock stores 0 and then asks the kernel to wake. If that store may still wait in the buffer while the kernel looks for sleepers, another one finds the
// word 2 and goes to sleep after the look: the wake-up is lost, and all sleep (deadlock), under TSO. So futex_wake has to begin with a full barrier, as
// it does in Linux (-D FENCED). The C library frees the word by an exchange instead, which drains the buffer (-D EXCHANGE).
// Checked: the data are as the last holder left them, and every process comes to its end.
// The queue of the kernel is outside relaxed memory, a bit for each process; each process locks twice.
// expect: tarry check futex-mutex.pml --memory sc => holds
// expect: tarry check futex-mutex.pml --memory tso => violated
// expect: tarry check futex-mutex.pml --memory pso => violated
// expect: tarry check futex-mutex.pml --memory tso -D FENCED => holds
// expect: tarry check futex-mutex.pml --memory pso -D FENCED => holds
// expect: tarry check futex-mutex.pml --memory tso -D EXCHANGE => holds
// expect: tarry check futex-mutex.pml --memory pso -D EXCHANGE => holds
#include "tarry.h"

#ifdef FENCED
#define BARRIER mfence
#else
#define BARRIER skip
#endif

#define N 2
#define ROUNDS 2

byte state;
bit data;               // what the lock protects
ghost bit truth;        // what data is meant to hold
ghost bit asleep[N];    // the queue of the kernel

inline futex_wait(value)
{
    atomic {
        if
        :: state == value -> asleep[_pid] = 1
        :: else
        fi
    };
    asleep[_pid] == 0
}

inline futex_wake()
{
    BARRIER;
    asleep[1 - _pid] = 0
}

inline lock()
{
    cas(state, 0, 1, won);
    if
    :: won
    :: else ->
       do
       :: xchg(state, 2, old);
          if
          :: old == 0 -> break
          :: else -> futex_wait(2)
          fi
       od
    fi
}

inline unlock()
{
#ifdef EXCHANGE
    xchg(state, 0, old);
    if
    :: old == 2 -> futex_wake()
    :: else
    fi
#else
    fetch_add(state, -1, old);
    if
    :: old != 1 ->
       state = 0;
       futex_wake()
    :: else
    fi
#endif
}

active [N] proctype client()
{
    byte old, round;
    bit won, seen;

    for (round : 1 .. ROUNDS) {
        lock();
        seen = data;
        assert(seen == truth);
        truth = 1 - seen;
        data = 1 - seen;
        unlock()
    }
}

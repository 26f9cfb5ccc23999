/* pso.h: shared variables for SPIN under partial store ordering; one store buffer a process and variable.
 *
 * The model defines PROCSIZE (at most 8), VARSIZE (at most 12) and BUFFSIZE (at most 5). Process 0 is the memory, process
 * 1 the init process, and the processes that have buffers are 2 and up. A buffer is an array of values plus one with the oldest
 * in cell 0. Invariant: the cells not in use are the last ones, and zero. Hence equal buffers are equal in the state
 * vector, which holds no counters and no copies. Every macro that changes something is one d_step, and the only
 * helper variable is hidden.
 *
 * With -DEACH every buffer has a memory process of its own, numbers 0..PROCSIZE*VARSIZE-1; init and the processes that have buffers
 * follow. Then weak fairness (pan -f) says of each process and variable that again and again nothing is pending or a
 * store is committed; with one process for all buffers the same one may be passed over for ever. */
typedef mm_stores {
    byte val[BUFFSIZE]
};

mm_stores mm_buffer[PROCSIZE * VARSIZE];
byte mm_memory[VARSIZE];
hidden byte mm_s;

#define mm_of(p, s) mm_buffer[(p) * VARSIZE + (s)]
#ifdef EACH
#define mm_first (PROCSIZE * VARSIZE + 1)
#else
#define mm_first 2
#endif
#define mm_own(s)   mm_of(_pid - mm_first, s)

/* What a process reads: its newest own store, else memory. */
#define mm_view1(b, s) (b.val[0] != 0 -> b.val[0] - 1 : mm_memory[s])
#define mm_view2(b, s) (b.val[1] != 0 -> b.val[1] - 1 : mm_view1(b, s))
#define mm_view3(b, s) (b.val[2] != 0 -> b.val[2] - 1 : mm_view2(b, s))
#define mm_view4(b, s) (b.val[3] != 0 -> b.val[3] - 1 : mm_view3(b, s))
#define mm_view5(b, s) (b.val[4] != 0 -> b.val[4] - 1 : mm_view4(b, s))

/* Puts a value into the first free cell. */
#define mm_put1(b, v) b.val[0] = (v) + 1
#define mm_put2(b, v) if :: b.val[0] != 0 -> b.val[1] = (v) + 1 :: else -> mm_put1(b, v) fi
#define mm_put3(b, v) if :: b.val[1] != 0 -> b.val[2] = (v) + 1 :: else -> mm_put2(b, v) fi
#define mm_put4(b, v) if :: b.val[2] != 0 -> b.val[3] = (v) + 1 :: else -> mm_put3(b, v) fi
#define mm_put5(b, v) if :: b.val[3] != 0 -> b.val[4] = (v) + 1 :: else -> mm_put4(b, v) fi

#if BUFFSIZE == 1
#define mm_view mm_view1
#define mm_append mm_put1
#define mm_shift_all(b)
#define mm_clear(b) b.val[0] = 0
#elif BUFFSIZE == 2
#define mm_view mm_view2
#define mm_append mm_put2
#define mm_shift_all(b) b.val[0] = b.val[1];
#define mm_clear(b) b.val[0] = 0; b.val[1] = 0
#elif BUFFSIZE == 3
#define mm_view mm_view3
#define mm_append mm_put3
#define mm_shift_all(b) b.val[0] = b.val[1]; b.val[1] = b.val[2];
#define mm_clear(b) b.val[0] = 0; b.val[1] = 0; b.val[2] = 0
#elif BUFFSIZE == 4
#define mm_view mm_view4
#define mm_append mm_put4
#define mm_shift_all(b) b.val[0] = b.val[1]; b.val[1] = b.val[2]; b.val[2] = b.val[3];
#define mm_clear(b) b.val[0] = 0; b.val[1] = 0; b.val[2] = 0; b.val[3] = 0
#elif BUFFSIZE == 5
#define mm_view mm_view5
#define mm_append mm_put5
#define mm_shift_all(b) b.val[0] = b.val[1]; b.val[1] = b.val[2]; b.val[2] = b.val[3]; b.val[3] = b.val[4];
#define mm_clear(b) b.val[0] = 0; b.val[1] = 0; b.val[2] = 0; b.val[3] = 0; b.val[4] = 0
#else
#error "BUFFSIZE must be 1 to 5"
#endif

/* ---- The interface ---- */
#define INIT(s, v)  mm_memory[s] = v
#define WRITE(s, v) d_step { mm_own(s).val[BUFFSIZE - 1] == 0 -> mm_append(mm_own(s), v) }
#define READ(s)     mm_view(mm_own(s), s)
#define GSVAR(s)    mm_memory[s]
/* Before p is started its number is 0, and no buffer has a store. */
#define SVAR(p, s)  mm_view(mm_of((p:_pid >= mm_first -> p:_pid - mm_first : 0), s), s)

/* All stores reach memory in one step: of each buffer the newest remains. */
#define FENCE() d_step { \
    mm_s = 0; \
    do \
    :: mm_s < VARSIZE -> \
       if \
       :: mm_own(mm_s).val[0] != 0 -> \
          mm_memory[mm_s] = mm_view(mm_own(mm_s), mm_s); \
          mm_clear(mm_own(mm_s)) \
       :: else \
       fi; \
       mm_s++ \
    :: else -> break \
    od; \
    mm_s = 0 }

/* ---- The memory process: commits the oldest store of some buffer ---- */
#define mm_commit(b, s) :: d_step { \
    b.val[0] != 0 -> \
    mm_memory[s] = b.val[0] - 1; \
    mm_shift_all(b) \
    b.val[BUFFSIZE - 1] = 0 }

#ifdef EACH
active [PROCSIZE * VARSIZE] proctype mm_memory_process()
{
end:
    do
    mm_commit(mm_buffer[_pid], _pid % VARSIZE)
    od
}
#else
#define mm_commit_0(p) mm_commit(mm_of(p, 0), 0)
#if VARSIZE > 1
#define mm_commit_1(p) mm_commit(mm_of(p, 1), 1)
#else
#define mm_commit_1(p)
#endif
#if VARSIZE > 2
#define mm_commit_2(p) mm_commit(mm_of(p, 2), 2)
#else
#define mm_commit_2(p)
#endif
#if VARSIZE > 3
#define mm_commit_3(p) mm_commit(mm_of(p, 3), 3)
#else
#define mm_commit_3(p)
#endif
#if VARSIZE > 4
#define mm_commit_4(p) mm_commit(mm_of(p, 4), 4)
#else
#define mm_commit_4(p)
#endif
#if VARSIZE > 5
#define mm_commit_5(p) mm_commit(mm_of(p, 5), 5)
#else
#define mm_commit_5(p)
#endif
#if VARSIZE > 6
#define mm_commit_6(p) mm_commit(mm_of(p, 6), 6)
#else
#define mm_commit_6(p)
#endif
#if VARSIZE > 7
#define mm_commit_7(p) mm_commit(mm_of(p, 7), 7)
#else
#define mm_commit_7(p)
#endif
#if VARSIZE > 8
#define mm_commit_8(p) mm_commit(mm_of(p, 8), 8)
#else
#define mm_commit_8(p)
#endif
#if VARSIZE > 9
#define mm_commit_9(p) mm_commit(mm_of(p, 9), 9)
#else
#define mm_commit_9(p)
#endif
#if VARSIZE > 10
#define mm_commit_10(p) mm_commit(mm_of(p, 10), 10)
#else
#define mm_commit_10(p)
#endif
#if VARSIZE > 11
#define mm_commit_11(p) mm_commit(mm_of(p, 11), 11)
#else
#define mm_commit_11(p)
#endif
#if VARSIZE > 12
#error "VARSIZE must be 1 to 12"
#endif
#define mm_commit_all(p) \
    mm_commit_0(p) mm_commit_1(p) mm_commit_2(p) mm_commit_3(p) mm_commit_4(p) mm_commit_5(p) \
    mm_commit_6(p) mm_commit_7(p) mm_commit_8(p) mm_commit_9(p) mm_commit_10(p) mm_commit_11(p)

active proctype mm_memory_process()
{
end:
    do
    mm_commit_all(0)
#if PROCSIZE > 1
    mm_commit_all(1)
#endif
#if PROCSIZE > 2
    mm_commit_all(2)
#endif
#if PROCSIZE > 3
    mm_commit_all(3)
#endif
#if PROCSIZE > 4
    mm_commit_all(4)
#endif
#if PROCSIZE > 5
    mm_commit_all(5)
#endif
#if PROCSIZE > 6
    mm_commit_all(6)
#endif
#if PROCSIZE > 7
    mm_commit_all(7)
#endif
#if PROCSIZE > 8
#error "PROCSIZE must be 1 to 8"
#endif
    od
}
#endif

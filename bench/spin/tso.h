/* tso.h: shared variables for SPIN under total store ordering; one store buffer a process.
 *
 * The model defines PROCSIZE (at most 8), VARSIZE and BUFFSIZE (at most 5). Process 0 is the memory, process 1 the init
 * process, and the processes that have buffers are 2 and up. A buffer is an array with its oldest store in cell 0; `var` is
 * the number of the variable plus one. Invariant: the cells not in use are the last ones, and zero. Hence equal buffers
 * are equal in the state vector, which holds no counters and no copies. Every macro that changes something is one
 * d_step.
 *
 * With -DEACH every buffer has a memory process of its own, numbers 0..PROCSIZE-1; init and the processes that have buffers follow.
 * Then weak fairness (pan -f) says of each buffer that it is empty again and again or that its oldest store is committed again and again. As
 * a buffer is finite and first in, first out, this is the same as: every store is committed in the end, or: for each
 * location, again and again none is pending or one is committed. With one process for all buffers it is less: the same
 * buffer may be passed over for ever. */
typedef mm_stores {
    byte var[BUFFSIZE];
    byte val[BUFFSIZE]
};

mm_stores mm_buffer[PROCSIZE];
byte mm_memory[VARSIZE];

#ifdef EACH
#define mm_first (PROCSIZE + 1)
#else
#define mm_first 2
#endif
#define mm_own mm_buffer[_pid - mm_first]

/* What a process reads: its newest own store, else memory. */
#define mm_view1(b, s) (b.var[0] == (s) + 1 -> b.val[0] : mm_memory[s])
#define mm_view2(b, s) (b.var[1] == (s) + 1 -> b.val[1] : mm_view1(b, s))
#define mm_view3(b, s) (b.var[2] == (s) + 1 -> b.val[2] : mm_view2(b, s))
#define mm_view4(b, s) (b.var[3] == (s) + 1 -> b.val[3] : mm_view3(b, s))
#define mm_view5(b, s) (b.var[4] == (s) + 1 -> b.val[4] : mm_view4(b, s))

/* Puts a store into the first free cell. The value is written before the variable, so that a READ in v or s does not
 * meet the new store. */
#define mm_put(b, i, s, v) b.val[i] = v; b.var[i] = (s) + 1
#define mm_put1(b, s, v) mm_put(b, 0, s, v)
#define mm_put2(b, s, v) if :: b.var[0] != 0 -> mm_put(b, 1, s, v) :: else -> mm_put1(b, s, v) fi
#define mm_put3(b, s, v) if :: b.var[1] != 0 -> mm_put(b, 2, s, v) :: else -> mm_put2(b, s, v) fi
#define mm_put4(b, s, v) if :: b.var[2] != 0 -> mm_put(b, 3, s, v) :: else -> mm_put3(b, s, v) fi
#define mm_put5(b, s, v) if :: b.var[3] != 0 -> mm_put(b, 4, s, v) :: else -> mm_put4(b, s, v) fi

/* Moves the stores behind the oldest one place ahead; writes a cell to memory and empties it, if it is in use. */
#define mm_shift(b, i) b.var[i] = b.var[i + 1]; b.val[i] = b.val[i + 1];
#define mm_drain(b, i) if :: b.var[i] != 0 -> mm_memory[b.var[i] - 1] = b.val[i]; b.var[i] = 0; b.val[i] = 0 :: else fi;

#if BUFFSIZE == 1
#define mm_view mm_view1
#define mm_append mm_put1
#define mm_shift_all(b)
#define mm_drain_all(b) mm_drain(b, 0)
#elif BUFFSIZE == 2
#define mm_view mm_view2
#define mm_append mm_put2
#define mm_shift_all(b) mm_shift(b, 0)
#define mm_drain_all(b) mm_drain(b, 0) mm_drain(b, 1)
#elif BUFFSIZE == 3
#define mm_view mm_view3
#define mm_append mm_put3
#define mm_shift_all(b) mm_shift(b, 0) mm_shift(b, 1)
#define mm_drain_all(b) mm_drain(b, 0) mm_drain(b, 1) mm_drain(b, 2)
#elif BUFFSIZE == 4
#define mm_view mm_view4
#define mm_append mm_put4
#define mm_shift_all(b) mm_shift(b, 0) mm_shift(b, 1) mm_shift(b, 2)
#define mm_drain_all(b) mm_drain(b, 0) mm_drain(b, 1) mm_drain(b, 2) mm_drain(b, 3)
#elif BUFFSIZE == 5
#define mm_view mm_view5
#define mm_append mm_put5
#define mm_shift_all(b) mm_shift(b, 0) mm_shift(b, 1) mm_shift(b, 2) mm_shift(b, 3)
#define mm_drain_all(b) mm_drain(b, 0) mm_drain(b, 1) mm_drain(b, 2) mm_drain(b, 3) mm_drain(b, 4)
#else
#error "BUFFSIZE must be 1 to 5"
#endif

/* ---- The interface ---- */
#define INIT(s, v)  mm_memory[s] = v
#define WRITE(s, v) d_step { mm_own.var[BUFFSIZE - 1] == 0 -> mm_append(mm_own, s, v) }
#define READ(s)     mm_view(mm_own, s)
#define FENCE()     d_step { mm_drain_all(mm_own) skip }
#define GSVAR(s)    mm_memory[s]
/* Before p is started its number is 0, and no buffer has a store. */
#define SVAR(p, s)  mm_view(mm_buffer[(p:_pid >= mm_first -> p:_pid - mm_first : 0)], s)

/* ---- The memory process: commits the oldest store of some buffer ---- */
#define mm_commit(p) :: d_step { \
    mm_buffer[p].var[0] != 0 -> \
    mm_memory[mm_buffer[p].var[0] - 1] = mm_buffer[p].val[0]; \
    mm_shift_all(mm_buffer[p]) \
    mm_buffer[p].var[BUFFSIZE - 1] = 0; \
    mm_buffer[p].val[BUFFSIZE - 1] = 0 }

#ifdef EACH
active [PROCSIZE] proctype mm_memory_process()
{
end:
    do
    mm_commit(_pid)
    od
}
#else
active proctype mm_memory_process()
{
end:
    do
    mm_commit(0)
#if PROCSIZE > 1
    mm_commit(1)
#endif
#if PROCSIZE > 2
    mm_commit(2)
#endif
#if PROCSIZE > 3
    mm_commit(3)
#endif
#if PROCSIZE > 4
    mm_commit(4)
#endif
#if PROCSIZE > 5
    mm_commit(5)
#endif
#if PROCSIZE > 6
    mm_commit(6)
#endif
#if PROCSIZE > 7
    mm_commit(7)
#endif
#if PROCSIZE > 8
#error "PROCSIZE must be 1 to 8"
#endif
    od
}
#endif

/* sc.h: shared variables for SPIN, sequentially consistent.
 *
 * The interface of tso.h and pso.h, so that a model can be read under all three. Shared variables are named by the
 * numbers 0..VARSIZE-1. */
byte mm_memory[VARSIZE];

#define INIT(s, v)  mm_memory[s] = v
#define WRITE(s, v) mm_memory[s] = v
#define READ(s)     mm_memory[s]
#define FENCE()     skip
#define GSVAR(s)    mm_memory[s]
#define SVAR(p, s)  mm_memory[s]

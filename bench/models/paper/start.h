/* start.h: how the processes start: by init, as in mmlib's models, or, with -DACTIVE, all at once.
 *
 * With -DACTIVE there is no init, all shared variables are 0 at the start, and what is asked is a formula over labels instead of a claim over
 * SVAR, since the engine for all buffer sizes takes neither claims nor SVAR nor processes that are created. It is the same question: the
 * flag that says that P waits is stored by P alone, right after the label TRY, and P comes back there whenever it leaves. Models
 * whose variables are not 0 at the start give their values other names then. */
#ifdef ACTIVE
#define PROCESS active proctype
#define TRYING  skip; TRY:
#else
#define PROCESS proctype
#define TRYING
#endif

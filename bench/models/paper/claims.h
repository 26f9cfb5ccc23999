/* claims.h: what is asked of the processes P and Q, included after them. A claim, as SPIN takes no remote reference in an `ltl` block.
 *
 * -DLIVE: P gets what it waits for, [] (WAITING_P -> <> P@CS); -DLIVE_Q: Q does; -DSAFE: [] !(P@CS && Q@CS). The claims are those
 * that `spin -f` makes of the negations. */
#if defined LIVE
#define asks   (WAITING_P)
#define tries  (P@TRY)
#define served (P@CS)
#elif defined LIVE_Q
#define asks   (WAITING_Q)
#define tries  (Q@TRY)
#define served (Q@CS)
#endif

#if defined ACTIVE && (defined LIVE || defined LIVE_Q)
ltl { [] (tries -> <> served) }
#elif defined ACTIVE && defined SAFE
ltl { [] !(P@CS && Q@CS) }
#elif defined LIVE || defined LIVE_Q
never {
T0_init:
    do
    :: (!served && asks) -> goto accept_S4
    :: (1) -> goto T0_init
    od;
accept_S4:
    do
    :: (!served) -> goto accept_S4
    od
}
#elif defined SAFE
never {
T0_init:
    do
    :: (P@CS && Q@CS) -> break
    :: (1) -> goto T0_init
    od
}
#endif

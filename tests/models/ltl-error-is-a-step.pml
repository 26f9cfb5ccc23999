// A step that ends in a run-time error is a step: who can always take it, and never does, is treated unfairly; under strong fairness it is enough that it is possible
// again and again. So no infinite run counts, and every formula holds. The error is told by itself.
// check: --memory sc --errors all --engine explicit --ltl "<> (x == 1)" --fairness process
// verdict: violated
// property: runtime
// property: ltl holds
// check: --memory sc --errors all --engine explicit --ltl "<> (x == 1)" --fairness strong
// verdict: violated
// property: runtime
// property: ltl holds
// check: --memory tso --buffer 1 --errors all --engine explicit --ltl "<> (x == 1)" --fairness all -D STORE
// verdict: violated
// property: runtime
// property: ltl holds
// check: --memory sc --errors all --engine explicit --ltl "<> (x == 1)" --fairness none
// verdict: violated
// property: runtime
// property: ltl
// check: --memory sc --errors all --engine explicit --ltl "<> (x == 1)" --fairness strong -D CHOICE
// verdict: violated
// property: runtime
// property: ltl holds
// check: --memory sc --errors all --engine explicit --ltl "<> (x == 1)" --fairness all -D CHOICE
// verdict: violated
// property: runtime
// property: ltl
bit x, zero;
#ifdef CHOICE
active proctype P() { do :: skip :: zero = 1 / zero od }
#elif defined STORE
active proctype P() { d_step { zero = 0; zero == 1 } }
#else
active proctype P() { zero = 1 / zero }
#endif
active proctype Q() { do :: skip od }

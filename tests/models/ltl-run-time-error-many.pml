// The 256th process cannot be created, which is an error; whoever creates a few need not look for it.
// check: --no-deadlock --memory sc --ltl "[] (x == 0)" --engine explicit -D FEW
// verdict: holds
// check: --no-deadlock --memory sc --ltl "[] (x == 0)" --engine explicit
// verdict: violated
// property: runtime
bit x;
proctype Child() { x == 1 }
active proctype P()
{
#ifdef FEW
	run Child()
#else
	do :: run Child() od
#endif
}

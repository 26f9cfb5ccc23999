// Without other properties than a formula, run-time errors are looked for wherever a step can fail; the formula says nothing about the run that meets one.
// check: --no-deadlock --memory tso --ltl "[] (x <= 1)" --buffer 2
// verdict: holds
// check: --no-deadlock --memory tso --ltl "[] (x <= 1)" --buffer 2 -D DIVIDE
// verdict: violated
// property: runtime
// check: --no-deadlock --memory tso --ltl "[] (x <= 1)" --buffer 2 -D INDEX
// verdict: violated
// property: runtime
// check: --no-deadlock --memory tso --ltl "[] (x <= 1)" --buffer 2 -D WAIT
// verdict: violated
// property: runtime
// check: --no-deadlock --memory sc --ltl "[] (x <= 1)" --buffer 2 -D BORN
// verdict: violated
// property: runtime
// check: --no-deadlock --memory tso --ltl "[] (x <= 1)" --buffer 2 -D CHANNEL
// verdict: violated
// property: runtime
bit x, y[2];
chan c;
proctype Child() { byte own = 1 / x; own = 0 }
active proctype P() { x = 1; x = 0 }
active proctype Q()
{
	x == 1;
	x == 0;
#ifdef DIVIDE
	y[0] = 1 / x
#elif defined INDEX
	y[2 - x] = 1
#elif defined WAIT
	d_step { y[0] = 1; x == 1 }
#elif defined BORN
	run Child()
#elif defined CHANNEL
	c!1
#endif
}

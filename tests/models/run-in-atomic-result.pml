// The number of the new process goes through the buffer that run has just written out: others may see the child before the number.
// check: --memory tso
// verdict: violated
// check: --memory sc
// verdict: holds
byte x, number;
ghost bool started;
proctype Child() { assert(x == 1); started = true }
init { atomic { x = 1; number = run Child() } }
active proctype Q() { started; assert(number == 2) }

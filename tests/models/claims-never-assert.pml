// A claim as SPIN writes it for <> (x == 2): a block of the claim looks at one state.
// check: --memory sc --fairness none
// verdict: violated
// property: claim
byte x;
active proctype P() { x = 1; x = 2; x = 1; x = 3 }
never {
T0_init:
	do
	:: atomic { (x == 2) -> assert(!(x == 2)) }
	:: (1) -> goto T0_init
	od;
accept_all:
	skip
}

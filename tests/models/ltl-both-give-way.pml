// Each takes back its flag when it sees the other's: with stores that are late, round after round, neither gets through.
// check: --memory tso --buffer 1
// verdict: violated
// property: ltl
// check: --memory sc --fairness process
// verdict: violated
bit want[2];
active [2] proctype P()
{
	do
	:: want[_pid] = 1; mfence;
	   if
	   :: want[1 - _pid] == 0 -> break
	   :: else -> want[_pid] = 0; mfence
	   fi
	od;
cs:	skip
}
ltl through { <> (P[0]@cs || P[1]@cs) }

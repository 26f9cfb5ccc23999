// A lock that is taken by whoever comes first lets one process wait for ever, under every memory model; somebody always gets it.
// check: --memory sc --ltl "[] <> P[1]@cs"
// verdict: violated
// property: ltl
// check: --memory tso --ltl "[] <> P[1]@cs"
// verdict: violated
// check: --memory tso --ltl "[] <> (P[0]@cs || P[1]@cs)"
// verdict: holds
bit lock;
active [2] proctype P()
{
	bit taken;
	do
	:: lock == 0 ->
	   xchg(lock, 1, taken);
	   if
	   :: taken == 0 ->
cs:	      skip;
	      lock = 0
	   :: else
	   fi
	od
}

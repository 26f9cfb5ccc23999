byte n
byte turn, want[2]
active [2] proctype user()
{
again:
	want[_pid] = 1
	turn = 1 - _pid
	(want[1 - _pid] == 0 || turn == _pid)
	n++
	assert(n == 1)
	n--
	want[_pid] = 0
	if
	:: true -> goto again
	:: else
	   -> skip
	fi
}

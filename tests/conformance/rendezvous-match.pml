chan c = [0] of { mtype, byte };
mtype = { a, b };
byte x;
active proctype S() { if :: c!a(1) :: c!b(2) :: x == 1 -> c!b(1) fi }
active proctype R() { byte v; if :: c?a(v) -> x = v :: c?b(2) -> x = 5 fi }
active proctype T() { x = 1; c?b(eval(x)) }

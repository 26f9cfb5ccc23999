mtype = { A, B }; mtype:fruit = { apple, pear };
chan c = [2] of { mtype, byte }; chan d[2] = [0] of { byte };
typedef T { byte a; short q[3] }; T t[2];
active proctype S() { byte i; c!A,3; c!!B(4); d[1]!i; t[i].q[1] = 2; c?[A,i] -> skip }
active proctype R() { byte i; mtype m; c?A,i; c??B(i); c?<m,i>; d[1]?eval(i); if :: full(c) :: nempty(c) && len(c) > 1 -> skip fi }

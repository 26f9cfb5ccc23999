chan c = [2] of { mtype, byte };
mtype = { req, ack, nak };
byte x;
active proctype S() { c!req(1); c!ack(2); c!nak(3) }
active proctype R() { byte v; mtype m; do :: c?[req, v] -> c?req(v) :: c?<m, v> -> x = v :: c?ack(v) -> break :: c??[nak, v] -> x = 9 od; assert(v == 2) }

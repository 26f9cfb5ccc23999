// error: else beside a rendezvous is not supported
// line: 4
chan c = [0] of { byte };
active proctype P() { if :: c!1 :: else fi }
active proctype Q() { byte x; c?x }

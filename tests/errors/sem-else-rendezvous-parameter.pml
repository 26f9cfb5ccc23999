// error: else beside a rendezvous is not supported
// line: 4
chan c = [0] of { byte };
proctype P(chan d) { if :: d!1 :: else fi }
init { run P(c) }

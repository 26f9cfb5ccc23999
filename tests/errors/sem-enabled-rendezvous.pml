// error: enabled() is not supported where processes have a rendezvous
// line: 5
chan c = [0] of { byte };
active proctype P() { byte x; if :: c!1 :: c?x fi }
ltl { [] enabled(0) }

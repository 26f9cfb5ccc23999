// error: _last has no meaning beside rendezvous channels
chan c = [0] of { byte };
active proctype P() { c!1 }
active proctype Q() { byte x; c?x }
ltl { [] (_last == 0) }

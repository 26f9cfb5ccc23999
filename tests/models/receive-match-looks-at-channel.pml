// What a message must match may look at its channel, which still holds it then.
// check: --memory tso --no-deadlock --never _nr_pr==0
// verdict: violated
// property: never
// check: --memory sc --no-deadlock --never _nr_pr==0
// verdict: violated
// property: never
// check: --memory pso --no-deadlock --never r==2
// verdict: holds
chan c = [1] of { bool };
chan d = [2] of { byte, byte };
ghost byte r;
active proctype P() { c!1; d!2,5; d!1,7 }
active proctype Q() { c?eval(full(c)); d??eval(len(d)),r }

// Every store takes room in a bounded buffer, also one to a location that one process alone uses.
// check: --memory tso --buffer 1 --overflow error
// verdict: violated
// property: overflow
// check: --memory tso --buffer 1 --overflow error --never 'mine == 9'
// verdict: violated
// property: overflow
// check: --memory tso --buffer 4 --overflow error
// verdict: holds
// check: --memory pso --buffer 2 --overflow error
// verdict: violated
// check: --memory pso --buffer 3 --overflow error
// verdict: holds
byte mine, x;
active proctype P() { mine = 1; mine = 2; mine = 3; x = mine }
active proctype Q() { byte r; r = x; assert(r == 0 || r == 3) }

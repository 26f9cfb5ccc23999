// Runs of the search lack commits of `mine`; a trace has them where nothing goes on without: before a fence, a commit behind them, an end.
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory pso
// verdict: violated
byte mine, x, y;
active proctype P() { mine = 1; x = 1; mine = 2; mfence; mine = 3; y = mine }
active proctype Q() { (y == 3); assert(x == 0) }

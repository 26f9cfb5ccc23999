// check: --memory tso
// verdict: violated
byte x;
ghost byte stored;
proctype Child() { stored == 1; assert(x == 1) }
init { run Child(); x = 1; stored = 1 }

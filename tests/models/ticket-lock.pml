// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte next, serving;
ghost byte ncrit;
active [3] proctype P() {
  byte my;
  fetch_add(next, 1, my);
  serving == my;
  ncrit++; assert(ncrit == 1); ncrit--;
  serving = my + 1
}

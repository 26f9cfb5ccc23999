// The guard on m keeps tickets small; it may wait for ever, which is no concern here.
// check: --memory sc --no-deadlock
// verdict: holds
// check: --memory tso --no-deadlock
// verdict: violated
// check: --memory tso --buffer 2 -D FENCED --no-deadlock
// verdict: holds
#ifdef FENCED
#define fence mfence
#else
#define fence skip
#endif
byte ticket[2];
bool choosing[2];
ghost byte ncrit;
active [2] proctype P() {
  byte m;
  do
  :: choosing[_pid] = 1; fence;
     m = (ticket[0] > ticket[1] -> ticket[0] : ticket[1]); m < 2;
     ticket[_pid] = m + 1; fence;
     choosing[_pid] = 0; fence;
     choosing[1 - _pid] == 0;
     ticket[1 - _pid] == 0 || ticket[1 - _pid] > ticket[_pid] || (ticket[1 - _pid] == ticket[_pid] && _pid == 0);
     ncrit++; assert(ncrit == 1); ncrit--;
     ticket[_pid] = 0; m = 0
  od
}

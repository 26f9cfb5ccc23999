// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// check: --memory tso --buffer 2 -D FENCED
// verdict: holds
#ifdef FENCED
#define fence mfence
#else
#define fence skip
#endif
byte flag[2];
ghost byte ncrit;
active [2] proctype P() {
  do
  :: flag[_pid] = 1; fence;
     flag[1 - _pid] < 3;
     flag[_pid] = 3; fence;
     if
     :: flag[1 - _pid] == 1 -> flag[_pid] = 2; fence; flag[1 - _pid] == 4
     :: else
     fi;
     flag[_pid] = 4; fence;
     if :: _pid == 1 -> flag[0] < 2 :: else fi;
     ncrit++; assert(ncrit == 1); ncrit--;
     if :: _pid == 0 -> flag[1] < 2 || flag[1] > 3 :: else fi;
     flag[_pid] = 0; fence
  od
}

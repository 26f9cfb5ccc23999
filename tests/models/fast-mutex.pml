// Lamport's fast mutex for two.
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
byte x, y;
bool b[2];
ghost byte ncrit;
#define me (_pid + 1)
active [2] proctype P() {
start:
  b[_pid] = 1; x = me; fence;
  if
  :: y != 0 -> b[_pid] = 0; fence; y == 0; goto start
  :: else
  fi;
  y = me; fence;
  if
  :: x != me ->
     b[_pid] = 0; fence;
     b[1 - _pid] == 0;
     if :: y != me -> y == 0; goto start :: else fi
  :: else
  fi;
  ncrit++; assert(ncrit == 1); ncrit--;
  y = 0; b[_pid] = 0;
  goto start
}

// verdict: holds
// Words of other languages are names like any other where they are declared.
mtype = { exit, send, case };
typedef pair { byte lock; byte wait };
byte wait, loop, then;
pair t;
chan c = [2] of { mtype, byte };
#define and &&
#define await(e) (e)

inline lock(l) { atomic { l == 0 -> l = 1; mfence } }
inline swap(fork) { fork = 1 - fork }

proctype thread(byte begin) {
  then = begin
}

active proctype P() {
  byte print;
  lock(wait);
  await(wait == 1 and loop == 0);
  c!send(1);
  c!exit, 2;
  c?send(print);
repeat:
  t.lock = print;
  swap(print);
  if
  :: print -> goto repeat
  :: else -> c?exit(print)
  fi;
  run thread(print);
  (wait && t.lock);
  assert(print == 2)
}

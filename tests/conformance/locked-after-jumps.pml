// Locked operations where SPIN jumps to: behind loops, at labels, as the first statement of an option, behind unless and in blocks.
#include "tarry.h"
byte x, tickets;
bool lock;

active [2] proctype P() {
  byte r, n;
  do
  :: n < 2 -> n++
  :: n == 2 -> break
  od;
  cas(x, 0, 1, r);
again:
  xchg(lock, 1, r);
  if
  :: r -> goto again
  :: else
  fi;
  do
  :: fetch_add(tickets, 1, r); break
  :: n == 3 -> skip
  od;
  mfence;
  lock = 0;
  do
  :: n == 0 -> break
  :: else -> n--
  od
  fetch_add(tickets, 1, r);
  atomic { n = r; cas(x, 1, 2, r) };
  { n = 1; n = 2 } unless { cas(x, 2, 3, r) };
  assert(x < 3 || tickets > 2)
}

// tarry.h: with this header SPIN reads models that use Tarry's own words. Under SPIN memory is sequentially consistent: a store is seen at once,
// a fence has nothing to wait for. Tarry knows the words itself and skips all of this.
#ifndef __TARRY__
#ifndef TARRY_H
#define TARRY_H

#define ghost

#define store(x, v) x = (v)
#define load(x, v) (x == (v))
#define mfence skip
#define sfence skip
#define sync skip
#define membarrier skip
#define await(e) (e)

// The operands are kept first: v may mention r. SPIN lets no jump end at a d_step, and the end of a loop is one: the skip before it, in the same step, is where it ends.
hidden int tarry_new, tarry_old;
#define xchg(x, v, r) atomic { skip; d_step { tarry_new = (v); r = x; x = tarry_new } }
#define fetch_add(x, v, r) atomic { skip; d_step { tarry_new = (v); r = x; x = x + tarry_new } }
#define cas(x, old, new, r) atomic { skip; d_step { tarry_new = (new); r = (x == (old)); if :: r -> x = tarry_new :: else fi } }
#define cmpxchg(x, old, new, r) atomic { skip; d_step { tarry_new = (new); tarry_old = x; if :: tarry_old == (old) -> x = tarry_new :: else fi; r = tarry_old } }

#endif
#endif

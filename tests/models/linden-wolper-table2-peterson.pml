// The programs of Table 2: single and repeated entry, without and with sync.
// check: --memory sc --mutex CS --no-deadlock -D REPEAT
// verdict: holds
// check: --memory tso --mutex CS --no-deadlock
// verdict: violated
// property: mutex
// check: --memory tso --mutex CS --no-deadlock -D SYNC
// verdict: holds
// check: --memory tso --mutex CS --no-deadlock -D REPEAT
// verdict: violated
// check: --memory tso --mutex CS --no-deadlock -D REPEAT --engine automata --acceleration interleaved
// verdict: violated
// check: --memory tso --mutex CS --no-deadlock -D REPEAT -D SYNC
// verdict: holds
// check: --memory tso --mutex CS --no-deadlock -D REPEAT -D SYNC --engine automata --acceleration interleaved
// verdict: holds
#include "../../bench/models/lw/peterson.pml"

/* contest.h: two engines on the same question, in turn, until one knows the answer.
 *
 * Each goes on where it stopped, so that no work is done twice, and each turn is as much work as the other's (limits.h), so that the answer takes about twice
 * as long as the better of the two alone. Work is counted, not timed: the same input gives the same answer. With several threads each turn of the second is taken beside the next
 * one of the first, and counts as the earlier of the two: the answer is the same, in half the time. */
#ifndef ENGINE_CONTEST_H
#define ENGINE_CONTEST_H

#include "engine/engine.h"

/* Asks `first` on this thread and, once it has had a turn without an answer, `second` on a thread of its own; both run at once only if the request has several threads. The result has the name
 * of the engine that it is from and, where that is the second, the reason. It is the second's where that answered, or the first gave up. To be called within limits (engine_run). */
void contest_run(const engine *first, const engine *second, const engine_request *request, engine_result *result);

#endif

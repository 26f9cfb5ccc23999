/* final.h: the final states that a state of the events engine stands for. */
#ifndef ENGINE_EVENTS_FINAL_H
#define ENGINE_EVENTS_FINAL_H

#include "engine/events/judge.h"

/* Adds all final states that s stands for. */
void final_collect(judge *j, const event_state *s, finals *f);

/* True when the condition holds in one of these final states; `goal` gets its keys. The condition looks at nothing but what the program's question
 * observes. */
bool final_satisfies(judge *j, const event_state *s, const expr *condition, verdict_goal *goal);

#endif

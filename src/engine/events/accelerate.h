/* accelerate.h: what repeating a loop of events does to the sets of the processes. */
#ifndef ENGINE_EVENTS_ACCELERATE_H
#define ENGINE_EVENTS_ACCELERATE_H

#include "engine/events/antichain.h"

/* The state s, about to be kept as the successor of `parent` by event e, closes a loop with some ancestor of the same global: its sets are replaced by those
 * after any number of rounds. True when something was gained; *ancestor is then where the loop starts. */
bool accelerate_state(antichain *kept, post *p, event_state *state, state_ref parent, const event *e, state_ref *ancestor);

#endif

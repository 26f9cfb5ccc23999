/* levels.h: open states a level after the other, a chunk of them at a time, on several cores.
 *
 * Every state gets the number that a search breadth first by one thread gives it: verdict, counts and runs do not depend on how many threads there are, nor on who does
 * what. What is found does not end the search before the end of its chunk. */
#ifndef ENGINE_EXPLICIT_LEVELS_H
#define ENGINE_EXPLICIT_LEVELS_H

#include "base/crew.h"
#include "engine/explicit/search.h"

/* True from the moment on when the search has so many states, and an order that allows it. */
bool levels_begin(search *s);

/* How many open states the next chunk has at most. */
size_t levels_chunk(const search *s);

/* Expands the states of the batch, and adds what they lead to. */
void levels_take_chunk(search *s);

/* Who can help with what is done between chunks; NULL: nobody. */
crew *levels_crew(const search *s);

/* Before the search is released; also where it was never by levels. */
void levels_end(search *s);

#endif

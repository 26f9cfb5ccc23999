/* crew.h: a few threads that do one piece of work together, within the limits of the one who asked for it.
 *
 * The caller is the first of the crew. The others have memory scopes of their own (base/memory.h): what a member takes it gives back itself, in a later piece of work. */
#ifndef BASE_CREW_H
#define BASE_CREW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct crew crew;

typedef struct crew_task {
    void (*work)(void *data, uint32_t member);
    void (*left)(void *data, uint32_t member); /* the member's work was left by a jump: for locks that it may hold */
    void *data;
} crew_task;

/* Of so many members, the caller's thread among them; fewer where the machine gives no more threads. Within limits only (base/limits.h). */
crew *crew_new(uint32_t members);
uint32_t crew_members(const crew *c);

/* Every member does its part; returns when all have. Where the part of this thread is left by a jump, that of the others ends too, and the jump goes on. False where that of another was, by
 * a limit of this thread or for want of memory: the reason is that of the limits of this thread (limits_reason), and the crew can only be freed, which gives back what the others took. */
bool crew_do(crew *c, const crew_task *task);

/* Every member gets its share of what is numbered from 0 to count - 1; without a crew (NULL) this thread does it all. False as above. */
bool crew_share(crew *c, uint32_t count, void (*part)(void *data, uint32_t from, uint32_t to), void *data);

/* crew_do has returned false. */
bool crew_is_broken(const crew *c);

/* NULL is fine. */
void crew_free(crew *c);

#endif

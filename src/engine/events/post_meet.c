/* post_meet.c: rendezvous. A meeting is known by its two processes, what is handed over, and the global after it; it relabels both sets and
 * keeps their words. */
#include "base/bug.h"
#include "engine/events/post_internal.h"

void post_candidates(post *p, const event_state *s, process_ref process, bool at_rest, candidate_vec *out)
{
    moore_pool *pool = p->sets->pool;
    vec_clear(out);
    for (uint32_t q = 0; q < moore_state_count(pool, s->sets[process.index]); q++) {
        moore_label at = moore_state_label(pool, s->sets[process.index], q);
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, at, &count);
        view_ref view = label_view(pool, at);
        for (size_t i = 0; i < count; i++)
            if ((!at_rest || !key_is_held(p->space, (key_ref){keys[i]})) && moves_may_meet(p->moves, (key_ref){keys[i]}))
                vec_push(out, ((candidate){q, {keys[i]}, view}));
    }
}

typedef struct meeting_group {
    uint32_t message;
    global_ref global;
} meeting_group;

typedef struct meeting_groups {
    VEC(meeting_group) names;
    grouping senders, receivers;
} meeting_groups;

static uint32_t meeting_group_of(meeting_groups *g, uint32_t message, global_ref global)
{
    for (uint32_t i = 0; i < g->names.count; i++)
        if (g->names.data[i].message == message && global_is(g->names.data[i].global, global))
            return i;
    vec_push(&g->names, ((meeting_group){message, global}));
    vec_push(&g->senders.groups, ((group){.global = global, .created = KEY_NONE, .after = MOORE_EMPTY}));
    vec_push(&g->receivers.groups, ((group){.global = global, .created = KEY_NONE, .after = MOORE_EMPTY}));
    return (uint32_t)g->names.count - 1;
}

static void collect(post *p, const event_state *s, const candidate_vec *from, const candidate_vec *to, meeting_groups *g)
{
    meeting_vec found = {0};
    for (size_t i = 0; i < from->count; i++)
        for (size_t k = 0; k < to->count; k++) {
            const candidate *a = &from->data[i], *b = &to->data[k];
            vec_clear(&found);
            moves_meet(p->moves, &p->messages, a->key, a->view, b->key, b->view, s->global, &found);
            for (size_t n = 0; n < found.count; n++) {
                const meeting *m = &found.data[n];
                if (m->ends)
                    continue; /* see judge_meet.c */
                uint32_t in = meeting_group_of(g, m->message, m->global);
                vec_push(&g->senders.entries, ((relabel){in, a->state, m->sender_key, a->view, 0, 0, false}));
                vec_push(&g->receivers.entries, ((relabel){in, b->state, m->receiver_key, b->view, m->first_letter, m->letter_count, false}));
            }
        }
    vec_release(&found);
}

static void meet(post *p, const event_state *s, process_ref sender, process_ref receiver, const candidate_vec *from)
{
    candidate_vec to = {0};
    meeting_groups g = {0};
    post_candidates(p, s, receiver, true, &to);
    collect(p, s, from, &to, &g);
    locals_group(p, s->sets[sender.index], &g.senders);
    locals_group(p, s->sets[receiver.index], &g.receivers);
    for (size_t i = 0; i < g.names.count && !p->stopped; i++) {
        event e = {.kind = EVENT_MEETING, .process = sender, .partner = receiver, .message = g.names.data[i].message,
                   .created = KEY_NONE, .then = g.names.data[i].global};
        others_at_rest(p, s);
        p->next.data[sender.index] = g.senders.groups.data[i].after;
        tell_moved(p, &e, s->global, receiver, g.receivers.groups.data[i].after);
    }
    vec_release(&to);
    vec_release(&g.names);
    vec_release(&g.senders.groups);
    vec_release(&g.senders.entries);
    vec_release(&g.receivers.groups);
    vec_release(&g.receivers.entries);
}

void post_meetings(post *p, const event_state *s, process_ref sender)
{
    candidate_vec from = {0};
    post_candidates(p, s, sender, false, &from);
    for (process_ref q = {0}; q.index < s->process_count && from.count && !p->stopped; q.index++)
        if (!process_is(q, sender))
            meet(p, s, sender, q, &from);
    vec_release(&from);
}

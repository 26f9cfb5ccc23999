/* judge_meet.c: rendezvous that end in a run-time error.
 *
 * What is handed over is evaluated only when two meet, so an error in that belongs to no process alone: it is found among pairs of configurations. Other
 * errors of a send or a receive, as one with a channel that does not exist, are among the moves of its process. */
#include "engine/events/judge.h"
#include "engine/events/post_internal.h"

bool judge_meetings_may_fail(const footprints *f)
{
    enum { HANDED_OVER = 1 << VISIT_ARGUMENT | 1 << VISIT_MATCH | 1 << VISIT_INDEX };
    for (size_t t = 0; t < f->program->processes.count; t++)
        for (size_t i = 0; i < f->program->processes.data[t].edges.count; i++)
            if (f->edges[t][i].meets && (f->edges[t][i].faults & HANDED_OVER))
                return true;
    return false;
}

/* The first pair of configurations, at rest, with which a rendezvous of these two fails. */
static bool two_fail(judge *j, const event_state *s, process_ref sender, process_ref receiver, verdict_goal *goal)
{
    candidate_vec from = {0}, to = {0};
    meeting_vec found = {0};
    bool fails = false;
    post_candidates(j->post, s, sender, true, &from);
    if (from.count)
        post_candidates(j->post, s, receiver, true, &to);
    for (size_t i = 0; i < from.count && !fails; i++)
        for (size_t k = 0; k < to.count && !fails; k++) {
            vec_clear(&found);
            moves_meet(j->moves, &j->post->messages, from.data[i].key, from.data[i].view, to.data[k].key, to.data[k].view, s->global, &found);
            for (size_t n = 0; n < found.count; n++)
                fails |= found.data[n].ends;
            goal->process = sender;
            goal->partner = receiver;
            goal->key[sender.index] = from.data[i].key;
            goal->view[sender.index] = from.data[i].view;
            goal->key[receiver.index] = to.data[k].key;
            goal->view[receiver.index] = to.data[k].view;
        }
    vec_release(&from);
    vec_release(&to);
    vec_release(&found);
    return fails;
}

bool judge_meeting_fails(judge *j, const event_state *s, verdict_goal *goal)
{
    for (process_ref p = {0}; p.index < s->process_count; p.index++)
        for (process_ref q = {0}; q.index < s->process_count; q.index++) {
            const int32_t row[] = {(int32_t)s->sets[p.index].index, (int32_t)s->sets[q.index].index, (int32_t)s->global.index};
            size_t before = intern_count(&j->met);
            if (!process_is(p, q) && intern_row(&j->met, row, 3) == before && two_fail(j, s, p, q, goal))
                return true;
        }
    return false;
}

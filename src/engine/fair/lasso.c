#include "engine/fair/lasso.h"

#include "base/bug.h"
#include "base/limits.h"

enum { NOT_SEEN = UINT32_MAX };

/* What a round must have: bits of marks, processes that must move or be idle, and letters that must be committed. */
typedef struct lasso_walk {
    const play *play;
    uint32_t *from;       /* by place: the move that led to it in the search under way; NOT_SEEN */
    uint32_t *before;     /* by place: the place that this move leaves */
    bool *inside;         /* by place: in the component */
    bool *fair;           /* by process: has moved or been idle */
    bool *popped;         /* by process and letter */
    size_t letters;
    uint32_t marks, all_marks;
    bool has_edge;
    index_vec queue, moves;
    uint32_t at;
} lasso_walk;

static bool is_inside(const lasso_walk *w, uint32_t place_number)
{
    return w->inside[place_number];
}

static bool takes_step(const play_move *m, size_t q)
{
    return (m->actor == q && (m->by != NO_EDGE || m->ends)) || m->partner == q;
}

/* Would the move, or the place that it leads to, add something to the round? */
static bool is_wanted(const lasso_walk *w, uint32_t number)
{
    const play *p = w->play;
    const play_move *m = &p->moves.data[number];
    size_t processes = p->processes.count;
    bool wanted = m->edge != NO_EDGE_OF_GRAPH && p->graph->edges.data[m->edge].reads && (!w->has_edge || (p->graph->edges.data[m->edge].marks & w->all_marks & ~w->marks));
    for (size_t q = 0; q < processes && !wanted; q++)
        wanted = !w->fair[q] && (p->idle.data[p->target.data[number] * processes + q] || takes_step(m, q));
    if (!wanted && m->actor != NO_ACTOR && !letter_is(m->popped, LETTER_NONE))
        wanted = !w->popped[m->actor * w->letters + m->popped.index];
    return wanted;
}

static void take(lasso_walk *w, uint32_t number)
{
    const play *p = w->play;
    const play_move *m = &p->moves.data[number];
    size_t processes = p->processes.count;
    vec_push(&w->moves, number);
    w->at = p->target.data[number];
    if (m->edge != NO_EDGE_OF_GRAPH) {
        w->has_edge |= p->graph->edges.data[m->edge].reads;
        w->marks |= p->graph->edges.data[m->edge].marks;
    }
    for (size_t q = 0; q < processes; q++)
        w->fair[q] |= p->idle.data[w->at * processes + q] || takes_step(m, q);
    if (m->actor != NO_ACTOR && !letter_is(m->popped, LETTER_NONE))
        w->popped[m->actor * w->letters + m->popped.index] = true;
}

static void take_path(lasso_walk *w, uint32_t start, uint32_t last_move, uint32_t last_from)
{
    index_vec path = {0};
    vec_push(&path, last_move);
    for (uint32_t at = last_from; at != start; at = w->before[at])
        vec_push(&path, w->from[at]);
    while (path.count)
        take(w, vec_pop(&path));
    vec_release(&path);
}

/* Goes on by a shortest way to a move that is wanted, or to the place `back`; false where there is none. */
static bool go_on(lasso_walk *w, const component *c, uint32_t back)
{
    const play *p = w->play;
    for (size_t i = 0; i < c->places.count; i++)
        w->from[c->places.data[i]] = NOT_SEEN;
    vec_clear(&w->queue);
    vec_push(&w->queue, w->at);
    uint32_t start = w->at;
    for (size_t head = 0; head < w->queue.count; head++) {
        uint32_t at = w->queue.data[head];
        limits_poll();
        for (uint32_t m = p->first.data[at]; m < p->first.data[at + 1]; m++) {
            uint32_t to = p->target.data[m];
            if (!is_inside(w, to))
                continue;
            if (back == NOT_SEEN ? is_wanted(w, m) : to == back) {
                take_path(w, start, m, at);
                return true;
            }
            if (w->from[to] == NOT_SEEN && to != start) {
                w->from[to] = m;
                w->before[to] = at;
                vec_push(&w->queue, to);
            }
        }
    }
    return false;
}

/* A place of the component where nothing is pending, nobody is inside a block, and nobody who has ended is to be removed in the loop; NOT_SEEN: there is none. */
static uint32_t find_start(const play *p, const component *c)
{
    size_t processes = p->processes.count;
    for (size_t i = 0; i < c->places.count; i++) {
        bool empty = true;
        for (size_t q = 0; q < processes && empty; q++) {
            uint32_t cut = p->cuts.data[c->places.data[i] * processes + q];
            empty = words_is_whole(p->words, cut, 0) && !words_is_held(p->words, cut) && !(words_has_ended(p->words, cut) && kept_graph_may_end(p->graph, p->node_of.data[c->places.data[i]], (process_ref){p->processes.data[q]}));
        }
        if (empty)
            return c->places.data[i];
    }
    return NOT_SEEN;
}

static void add_steps(const lasso_walk *w, run *steps)
{
    const play *p = w->play;
    for (size_t i = 0; i < w->moves.count; i++) {
        const play_move *m = &p->moves.data[w->moves.data[i]];
        if (m->actor == NO_ACTOR)
            continue;
        uint32_t process = p->processes.data[m->actor];
        if (m->partner != NO_ACTOR)
            vec_push(steps, ((step){.kind = STEP_EDGE, .process = p->processes.data[m->partner], .edge = m->partner_by, .partner = (int32_t)process, .partner_edge = m->by}));
        else if (m->ends)
            vec_push(steps, ((step){.kind = STEP_END, .process = process, .partner = -1}));
        else if (m->by != NO_EDGE)
            vec_push(steps, ((step){.kind = STEP_EDGE, .process = process, .edge = m->by, .partner = -1}));
        else if (!letter_is(m->popped, LETTER_NONE)) /* otherwise atomicity is lost, which is no step */
            vec_push(steps, ((step){.kind = STEP_COMMIT, .process = process, .partner = -1,
                                    .element = (uint32_t)intern_get(&p->words->space->letters, m->popped.index)[LETTER_ELEMENT]}));
    }
}

static bool lead_into(const play *p, uint32_t start, violation *out)
{
    explore *x = p->graph->explore;
    event_finding f = {.state = {p->graph->states.data[p->node_of.data[start]]}, .goal = {.process = {NOBODY}, .partner = {NOBODY}, .empty_words = true}};
    for (uint32_t q = 0; q < PROGRAM_MAX_PROCESSES; q++)
        f.goal.key[q] = KEY_ANY;
    for (size_t q = 0; q < p->processes.count; q++) {
        if (p->cuts.data[start * p->processes.count + q] == CUT_ABSENT)
            continue;
        f.goal.key[p->processes.data[q]] = words_key(p->words, p->cuts.data[start * p->processes.count + q]);
        f.goal.view[p->processes.data[q]] = x->space.no_view;
    }
    return explore_witness(x, &f, out);
}

bool lasso_find(const play *p, const component *c, uint32_t all_marks, violation *out)
{
    uint32_t start = find_start(p, c);
    if (start == NOT_SEEN || !lead_into(p, start, out))
        return false;
    arena *memory = arena_new();
    size_t places = p->node_of.count, processes = p->processes.count;
    lasso_walk w = {.play = p, .all_marks = all_marks, .letters = intern_count(&p->words->space->letters) + 1, .at = start};
    w.from = ARENA_ARRAY(memory, uint32_t, places);
    w.before = ARENA_ARRAY(memory, uint32_t, places);
    w.inside = ARENA_ARRAY(memory, bool, places);
    w.fair = ARENA_ARRAY(memory, bool, processes);
    w.popped = ARENA_ARRAY(memory, bool, processes * w.letters);
    for (size_t i = 0; i < c->places.count; i++)
        w.inside[c->places.data[i]] = true;
    for (size_t q = 0; q < processes; q++)
        w.fair[q] = p->idle.data[start * processes + q];
    while (go_on(&w, c, NOT_SEEN))
        ;
    bool closed = w.has_edge && (w.at == start || go_on(&w, c, start));
    out->loop = (uint32_t)out->steps.count;
    if (closed)
        add_steps(&w, &out->steps);
    vec_release(&w.queue);
    vec_release(&w.moves);
    arena_free(memory);
    return closed;
}

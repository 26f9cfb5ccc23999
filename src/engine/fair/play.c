#include "engine/fair/play.h"

#include "base/bug.h"
#include "base/limits.h"
#include "engine/events/post_internal.h"

enum { MAX_PLACES = 2000000, MAX_MOVES = 20000000 };

/* A process is *in transit* at a node while it is inside the block of the event that led there, and the node is the state in which it has left that block, or the
 * d_step of it. It then has quiet moves only; nobody else moves before it has arrived. */
static const uint32_t TRANSIT = 1u << 31;

void play_release(play *p)
{
    vec_release(&p->processes);
    vec_release(&p->node_of);
    vec_release(&p->cuts);
    vec_release(&p->alone);
    vec_release(&p->idle);
    vec_release(&p->depends);
    vec_release(&p->first_place);
    vec_release(&p->moves);
    vec_release(&p->first);
    vec_release(&p->target);
}

/* ---- One process ---- */
typedef struct playing {
    play *play;
    process_ref process;
    const bool *wanted;
    const bool *counts;  /* by node */
    uint32_t at, cut;    /* the place whose moves are made */
    bool in_transit;     /* the same */
    index_vec *lists;    /* by node: the cuts of its places, in increasing order; those in transit with TRANSIT added */
    bool collects;       /* no moves are made: what they lead to in transit is added to `found` */
    index_vec found;     /* pairs of a node and a cut with TRANSIT */
    index_vec transits;  /* by place: it is one in transit */
    index_vec letters, after; /* scratch */
    candidate_vec others;
    meeting_vec meetings;
} playing;

static moore_ref set_at(const playing *x, uint32_t number)
{
    return kept_graph_state(x->play->graph, number)->sets[x->process.index];
}

static bool exists_at(const playing *x, uint32_t number)
{
    return x->process.index < kept_graph_state(x->play->graph, number)->process_count;
}

/* The place of a node that counts, with a cut that its set has. */
static void add_move(playing *x, uint32_t to, uint32_t cut, play_move how)
{
    play *p = x->play;
    uint32_t found = words_find(&x->lists[to], cut);
    if (found == NOWHERE) {
        p->failed = true;
        return;
    }
    vec_push(&p->moves, how);
    vec_push(&p->target, p->first_place.data[to] + found);
}

/* The cut after a move of the process. */
static uint32_t cut_after(playing *x, const move *v)
{
    const moves *m = &x->play->graph->explore->moves;
    cut_words *w = x->play->words;
    uint32_t cut = v->flushes ? words_flushed(w, v->key) : words_with_key(w, x->cut, v->key);
    for (uint32_t i = 0; i < v->letter_count; i++)
        cut = words_after(w, cut, m->letters.data[v->first_letter + i]);
    return cut;
}

static play_move move_of(uint32_t number, const move *v)
{
    return (play_move){.edge = number, .partner = NO_ACTOR, .popped = LETTER_NONE, .first_pushed = v->first_letter, .pushed_count = v->letter_count, .flushes = v->flushes, .syncs = v->syncs, .by = v->edge};
}

static bool is_held(const playing *x, uint32_t cut)
{
    return words_is_held(x->play->words, cut);
}

static bool is_in_d_step(const playing *x, uint32_t cut)
{
    return words_is_in_d_step(x->play->words, cut);
}

/* The process has the cut after an event that led to the node, or on its way after that (`arriving`), or when it has arrived. */
static void add_or_collect(playing *x, uint32_t to, uint32_t cut, bool arriving, play_move how)
{
    const event_state *s = kept_graph_state(x->play->graph, to);
    bool holds = process_is(s->holder, x->process), waits = claim_waits(x->play->graph->claim, s->global);
    if (holds && !(waits ? is_in_d_step(x, cut) : is_held(x, cut)))
        return; /* who leaves the block, or the d_step, does so in another state */
    bool transit = arriving && !waits && (holds ? is_in_d_step(x, cut) : is_held(x, cut));
    if (!x->collects) {
        add_move(x, to, transit ? cut | TRANSIT : cut, how);
    } else if (transit) {
        vec_push(&x->found, to);
        vec_push(&x->found, cut | TRANSIT);
    }
}

/* Is the move, which is not quiet, the process's part in the event? */
static bool is_event(playing *x, const move *v, global_ref global, const graph_edge *e)
{
    explore *in = x->play->graph->explore;
    if (!key_is(v->created, e->event.created) || v->syncs != (e->event.kind == EVENT_SYNC) || !global_is(move_global(&in->moves, v, global), e->event.then))
        return false;
    return process_is(e->event.process, x->process) || post_is_common_sync(&in->sets, words_key(x->play->words, x->cut), v);
}

/* Quiet moves, and with an edge of the graph those that are its event. */
static void add_steps(playing *x, const graph_edge *e, uint32_t number)
{
    explore *in = x->play->graph->explore;
    global_ref global = kept_graph_state(x->play->graph, x->at)->global;
    move_list list = moves_of(&in->moves, words_key(x->play->words, x->cut), words_view(x->play->words, x->cut), global);
    for (uint32_t i = 0; i < list.count; i++) {
        move v = in->moves.all.data[list.first + i];
        if (v.ends || v.quiet != !e || (e && !is_event(x, &v, global, e)))
            continue;
        add_or_collect(x, e ? e->to : x->at, cut_after(x, &v), e || x->in_transit, move_of(number, &v));
    }
}

/* Common syncs that lead to what the state has already are no event of the search. */
static void add_quiet_syncs(playing *x)
{
    explore *in = x->play->graph->explore;
    key_ref key = words_key(x->play->words, x->cut);
    move_list list = moves_of(&in->moves, key, words_view(x->play->words, x->cut), kept_graph_state(x->play->graph, x->at)->global);
    for (uint32_t i = 0; i < list.count; i++) {
        move v = in->moves.all.data[list.first + i];
        if (post_is_common_sync(&in->sets, key, &v) && words_find(&x->lists[x->at], cut_after(x, &v)) != NOWHERE)
            add_move(x, x->at, cut_after(x, &v), move_of(NO_EDGE_OF_GRAPH, &v));
    }
}

static void add_commit(playing *x, letter_ref letter, uint32_t to, uint32_t number)
{
    words_committed(x->play->words, x->cut, letter, set_at(x, to), &x->after);
    for (size_t i = 0; i < x->after.count; i++)
        add_move(x, to, x->after.data[i], (play_move){.edge = number, .partner = NO_ACTOR, .popped = letter, .by = NO_EDGE});
    x->play->failed |= !x->after.count;
}

/* Commits that change nothing. */
static void add_quiet_commits(playing *x)
{
    space *s = x->play->words->space;
    global_ref global = kept_graph_state(x->play->graph, x->at)->global;
    words_oldest(x->play->words, x->cut, &x->letters);
    for (size_t i = 0; i < x->letters.count; i++) {
        const int32_t *row = intern_get(&s->letters, x->letters.data[i]);
        if (row[LETTER_VALUE] == space_memory(s, global, (uint32_t)row[LETTER_ELEMENT]))
            add_commit(x, (letter_ref){x->letters.data[i]}, x->at, NO_EDGE_OF_GRAPH);
    }
}

static bool is_oldest(playing *x, letter_ref letter)
{
    bool found = false;
    words_oldest(x->play->words, x->cut, &x->letters);
    for (size_t i = 0; i < x->letters.count; i++)
        found |= x->letters.data[i] == letter.index;
    return found;
}

/* ---- Meetings ---- */
/* The process's part in one meeting. */
static void add_part(playing *x, const graph_edge *e, uint32_t number, bool sends, const meeting *m)
{
    cut_words *w = x->play->words;
    const moves *all = &x->play->graph->explore->moves;
    uint32_t letters = sends ? 0 : m->letter_count, cut = words_with_key(w, x->cut, sends ? m->sender_key : m->receiver_key);
    for (uint32_t i = 0; i < letters; i++)
        cut = words_after(w, cut, all->letters.data[m->first_letter + i]);
    play_move how = {.edge = number, .partner = NO_ACTOR, .popped = LETTER_NONE, .first_pushed = m->first_letter, .pushed_count = letters, .by = sends ? m->sender_edge : m->receiver_edge};
    const play *p = x->play;
    for (size_t i = p->first.count ? vec_last(&p->first) : 0; i < p->moves.count && !x->collects; i++) /* with several others it may be the same */
        if (p->moves.data[i].edge == number && p->moves.data[i].by == how.by && p->cuts.data[p->target.data[i]] == cut)
            return;
    add_or_collect(x, e->to, cut, !sends, how);
}

/* With each configuration of the other that makes this event. */
static void add_meetings(playing *x, const graph_edge *e, uint32_t number)
{
    explore *in = x->play->graph->explore;
    const event_state *s = kept_graph_state(x->play->graph, x->at);
    bool sends = process_is(e->event.process, x->process);
    key_ref key = words_key(x->play->words, x->cut);
    view_ref view = words_view(x->play->words, x->cut);
    if (!moves_may_meet(&in->moves, key))
        return;
    post_candidates(&in->post, s, sends ? e->event.partner : e->event.process, sends, &x->others);
    for (size_t i = 0; i < x->others.count; i++) {
        const candidate *c = &x->others.data[i];
        vec_clear(&x->meetings);
        moves_meet(&in->moves, &in->post.messages, sends ? key : c->key, sends ? view : c->view, sends ? c->key : key, sends ? c->view : view, s->global, &x->meetings);
        for (size_t k = 0; k < x->meetings.count; k++) {
            meeting m = x->meetings.data[k];
            if (!m.ends && m.message == e->event.message && global_is(m.global, e->event.then))
                add_part(x, e, number, sends, &m);
        }
    }
}

/* ---- Edges of the graph ---- */
/* The process's own part in an event that is no commit. */
static void add_own(playing *x, const graph_edge *e, uint32_t number)
{
    if (e->event.kind == EVENT_MEETING)
        add_meetings(x, e, number);
    else
        add_steps(x, e, number);
}

static bool takes_part(const playing *x, const event *e)
{
    return process_is(e->process, x->process) || (e->kind == EVENT_MEETING && process_is(e->partner, x->process));
}

/* The event of others leaves the process as it is: a sync only where nothing is pending. */
static void let_pass(playing *x, const graph_edge *e, uint32_t number)
{
    const post *p = &x->play->graph->explore->post;
    key_ref key = words_key(x->play->words, x->cut);
    if (e->event.kind == EVENT_SYNC && !words_is_whole(x->play->words, x->cut, 0))
        return;
    if (!post_has_views(p, x->process, (uint32_t)key_get(p->space, key, KEY_TYPE), words_view(x->play->words, x->cut), kept_graph_state(x->play->graph, x->at)->global, e->then))
        return;
    add_move(x, e->to, x->cut, NOBODY_MOVES(number));
    if (e->event.kind == EVENT_SYNC && process_is(e->event.process, EVERYBODY))
        add_own(x, e, number);
}

/* The process does not exist: it goes on not to, or the event creates it. */
static void add_absent(playing *x, const graph_edge *e, uint32_t number)
{
    add_move(x, e->to, exists_at(x, e->to) ? words_flushed(x->play->words, e->event.created) : CUT_ABSENT, NOBODY_MOVES(number));
}

static void add_end(playing *x, const graph_edge *e, uint32_t number)
{
    if (words_has_ended(x->play->words, x->cut))
        add_move(x, e->to, CUT_ABSENT, (play_move){.edge = number, .partner = NO_ACTOR, .popped = LETTER_NONE, .by = NO_EDGE, .ends = true});
}

static void add_edge(playing *x, uint32_t number)
{
    const graph_edge *e = &x->play->graph->edges.data[number];
    if (x->cut == CUT_ABSENT) {
        add_absent(x, e, number);
        return;
    }
    bool own = takes_part(x, &e->event), steps = e->event.kind == EVENT_STEP || e->event.kind == EVENT_SYNC || e->event.kind == EVENT_MEETING;
    if (is_held(x, x->cut) && e->event.kind != EVENT_CLAIM && !(steps && process_is(e->event.process, x->process)))
        return; /* nobody moves, and nothing is committed, while the process is inside a block */
    if (!own)
        let_pass(x, e, number);
    else if (steps)
        add_own(x, e, number);
    else if (e->event.kind == EVENT_END)
        add_end(x, e, number);
    else if (e->event.kind == EVENT_COMMIT && is_oldest(x, e->event.letter))
        add_commit(x, e->event.letter, e->to, number);
}

/* Where stores need not be committed, a buffer of some size may be full for ever as soon as something is pending. */
static bool may_be_full(const playing *x, const move *v)
{
    bool waits_for_room = x->play->graph->claim->of->fairness == FAIRNESS_PROCESS && v->letter_count && !v->flushes;
    return waits_for_room && !words_is_whole(x->play->words, x->cut, 0);
}

/* A step into a run-time error is one that the process can take: a fair run takes it, and ends there. States inside a block do not count. Whether a sync or a
 * meeting is possible depends on the others; as long as these are not looked at it may be that it is not. */
static void note_idle(const playing *x)
{
    const state_graph *g = x->play->graph;
    const event_state *s = kept_graph_state(g, x->at);
    if (x->cut == CUT_ABSENT) {
        vec_push(&x->play->idle, process_is(s->holder, NO_HOLDER));
        vec_push(&x->play->depends, false);
        return;
    }
    move_list list = moves_of(&g->explore->moves, words_key(x->play->words, x->cut), words_view(x->play->words, x->cut), s->global);
    bool can_move = words_has_ended(x->play->words, x->cut) && kept_graph_may_end(g, x->at, x->process);
    for (uint32_t i = 0; i < list.count; i++)
        can_move |= !g->explore->moves.all.data[list.first + i].syncs && !may_be_full(x, &g->explore->moves.all.data[list.first + i]);
    bool idle = !can_move && !is_held(x, x->cut) && process_is(s->holder, NO_HOLDER);
    vec_push(&x->play->idle, idle);
    vec_push(&x->play->depends, idle && (list.count || moves_may_meet(&g->explore->moves, words_key(x->play->words, x->cut))));
}

/* ---- Places ---- */
static void list_cuts(playing *x)
{
    const state_graph *g = x->play->graph;
    for (uint32_t u = 0; u < g->states.count; u++) {
        if (x->counts[u] && !exists_at(x, u))
            vec_push(&x->lists[u], (uint32_t)CUT_ABSENT);
        const index_vec *list = x->counts[u] && exists_at(x, u) ? words_of(x->play->words, set_at(x, u)) : NULL;
        for (size_t i = 0; list && i < list->count; i++)
            vec_push(&x->lists[u], list->data[i]);
    }
}

/* Adds the cuts of places in transit: first those that events lead to, then those that quiet moves lead to from there. */
static void add_transit(playing *x)
{
    const state_graph *g = x->play->graph;
    intern known = {0};
    x->collects = true;
    for (uint32_t e = 0; e < g->edges.count; e++) {
        const graph_edge *of = &g->edges.data[e];
        if (!x->wanted[e] || !takes_part(x, &of->event) || of->event.kind == EVENT_COMMIT || of->event.kind == EVENT_END)
            continue;
        x->at = of->from;
        for (size_t i = 0; i < x->lists[of->from].count; i++) {
            x->cut = x->lists[of->from].data[i];
            add_own(x, of, e);
        }
    }
    while (x->found.count) {
        limits_poll();
        x->cut = vec_pop(&x->found);
        x->at = vec_pop(&x->found);
        const int32_t row[] = {(int32_t)x->at, (int32_t)x->cut};
        size_t before = intern_count(&known);
        x->in_transit = true;
        x->cut &= ~TRANSIT;
        if (intern_row(&known, row, 2) == before)
            add_steps(x, NULL, NO_EDGE_OF_GRAPH);
    }
    for (uint32_t i = 0; i < intern_count(&known); i++)
        words_insert(&x->lists[intern_get(&known, i)[0]], (uint32_t)intern_get(&known, i)[1]);
    x->collects = x->in_transit = false;
    intern_release(&known);
}

static void add_places(playing *x)
{
    play *p = x->play;
    for (uint32_t u = 0; u < p->graph->states.count; u++) {
        vec_push(&p->first_place, (uint32_t)p->node_of.count);
        if (!x->counts[u])
            continue;
        const index_vec *list = &x->lists[u];
        for (size_t i = 0; i < list->count; i++) {
            vec_push(&p->node_of, u);
            vec_push(&p->cuts, list->data[i] & ~TRANSIT);
            vec_push(&x->transits, list->data[i] / TRANSIT);
        }
        p->failed |= p->node_of.count > MAX_PLACES;
    }
    vec_push(&p->first_place, (uint32_t)p->node_of.count);
}

static bool *nodes_of(const state_graph *g, const bool *wanted, arena *memory)
{
    bool *counts = ARENA_ARRAY(memory, bool, g->states.count + 1);
    for (size_t i = 0; i < g->edges.count; i++)
        if (wanted[i])
            counts[g->edges.data[i].from] = counts[g->edges.data[i].to] = true;
    return counts;
}

void play_init(play *p, const state_graph *g, cut_words *w, process_ref process, const bool *wanted)
{
    *p = (play){.graph = g, .words = w};
    arena *memory = arena_new();
    playing x = {.play = p, .process = process, .wanted = wanted, .counts = nodes_of(g, wanted, memory)};
    x.lists = ARENA_ARRAY(memory, index_vec, g->states.count + 1);
    vec_push(&p->processes, process.index);
    list_cuts(&x);
    add_transit(&x);
    add_places(&x);
    for (uint32_t i = 0; i < p->node_of.count && !p->failed; i++) {
        limits_poll();
        x.at = p->node_of.data[i];
        x.cut = p->cuts.data[i];
        x.in_transit = x.transits.data[i];
        vec_push(&p->first, (uint32_t)p->moves.count);
        note_idle(&x);
        process_ref holder = kept_graph_state(g, x.at)->holder;
        if (x.cut == CUT_ABSENT)
            holder.index = PROGRAM_MAX_PROCESSES; /* it has no moves of its own */
        if (process_is(holder, NO_HOLDER) || process_is(holder, process))
            add_steps(&x, NULL, NO_EDGE_OF_GRAPH);
        if (process_is(holder, NO_HOLDER) && !is_held(&x, x.cut)) {
            add_quiet_commits(&x);
            add_quiet_syncs(&x);
        }
        for (uint32_t e = g->first.data[x.at]; e < g->first.data[x.at + 1] && !x.in_transit; e++)
            if (wanted[e])
                add_edge(&x, e);
        p->failed |= p->moves.count > MAX_MOVES;
    }
    vec_push(&p->first, (uint32_t)p->moves.count);
    for (size_t u = 0; u < g->states.count; u++)
        vec_release(&x.lists[u]);
    vec_release(&x.found);
    vec_release(&x.transits);
    vec_release(&x.letters);
    vec_release(&x.after);
    vec_release(&x.others);
    vec_release(&x.meetings);
    arena_free(memory);
}

/* join.c: the play of several processes, put together from those of each alone. They agree on the edges of the graph, and take quiet moves one at a time. */
#include "base/limits.h"
#include "engine/fair/play.h"

enum { LEFT_OUT = UINT32_MAX, MAX_MOVES_OF_ALL = 4000000 };

typedef struct joining {
    play *play;
    const play *const *alone;
    uint32_t count;
    const bool *wanted;
    uint32_t **rank;        /* by process and place: its number among the kept places of its node; LEFT_OUT */
    index_vec *kept;        /* by process: all kept places, by node */
    uint32_t **first_kept;  /* by process and node */
    uint32_t at[PROGRAM_MAX_PROCESSES]; /* the place of each process, at node `node_now` */
    uint32_t node_now;
    uint32_t chosen[PROGRAM_MAX_PROCESSES]; /* a move of each */
    intern asked;           /* keys, views and global of two: whether they can meet is in `answers` */
    VEC(bool) answers;
    meeting_vec meetings;
} joining;

static uint32_t kept_count(const joining *j, uint32_t q, uint32_t u)
{
    return j->first_kept[q][u + 1] - j->first_kept[q][u];
}

static void rank_places(joining *j, const bool *const *kept, arena *memory)
{
    size_t nodes = j->play->graph->states.count;
    for (uint32_t q = 0; q < j->count; q++) {
        const play *of = j->alone[q];
        j->rank[q] = ARENA_ARRAY(memory, uint32_t, of->node_of.count + 1);
        j->first_kept[q] = ARENA_ARRAY(memory, uint32_t, nodes + 1);
        for (uint32_t u = 0; u < nodes; u++) {
            j->first_kept[q][u] = (uint32_t)j->kept[q].count;
            for (uint32_t n = of->first_place.data[u]; n < of->first_place.data[u + 1]; n++) {
                j->rank[q][n] = kept[q][n] ? (uint32_t)j->kept[q].count - j->first_kept[q][u] : LEFT_OUT;
                if (kept[q][n])
                    vec_push(&j->kept[q], n);
            }
        }
        j->first_kept[q][nodes] = (uint32_t)j->kept[q].count;
    }
}

/* The number of a place of all. */
static uint32_t place_of(const joining *j, uint32_t u, const uint32_t *at)
{
    uint32_t number = 0;
    for (uint32_t q = 0; q < j->count; q++)
        number = number * kept_count(j, q, u) + j->rank[q][at[q]];
    return j->play->first_place.data[u] + number;
}

/* Is another process inside a block? Then this one cannot move, and the state does not count for it. */
static bool others_held(const joining *j, uint32_t process)
{
    const cut_words *w = j->play->words;
    bool any = false;
    for (uint32_t q = 0; q < j->count; q++)
        any |= q != process && words_is_held(w, j->alone[q]->cuts.data[j->at[q]]);
    return any;
}

static uint32_t cut_of(const joining *j, uint32_t q)
{
    return j->alone[q]->cuts.data[j->at[q]];
}

static bool is_everybody(const joining *j)
{
    uint32_t exist = kept_graph_state(j->play->graph, j->node_now)->process_count, found = 0;
    for (uint32_t q = 0; q < j->count; q++)
        found += j->play->processes.data[q] < exist;
    return found == exist;
}

/* Can the one send something to the other? */
static bool can_send(joining *j, uint32_t sender, uint32_t receiver)
{
    explore *in = j->play->graph->explore;
    const cut_words *w = j->play->words;
    global_ref global = kept_graph_state(j->play->graph, j->node_now)->global;
    key_ref a = words_key(w, cut_of(j, sender)), b = words_key(w, cut_of(j, receiver));
    view_ref seen_by_a = words_view(w, cut_of(j, sender)), seen_by_b = words_view(w, cut_of(j, receiver));
    const int32_t row[] = {(int32_t)a.index, (int32_t)seen_by_a.index, (int32_t)b.index, (int32_t)seen_by_b.index, (int32_t)global.index};
    uint32_t number = intern_row(&j->asked, row, sizeof row / sizeof *row);
    if (number == j->answers.count) {
        vec_clear(&j->meetings);
        moves_meet(&in->moves, &in->post.messages, a, seen_by_a, b, seen_by_b, global, &j->meetings);
        vec_push(&j->answers, j->meetings.count > 0);
    }
    return j->answers.data[number];
}

/* Has nobody anything pending? */
static bool are_empty(const joining *j)
{
    for (uint32_t q = 0; q < j->count; q++)
        if (!words_is_whole(j->play->words, cut_of(j, q), 0))
            return false;
    return true;
}

/* The process can only sync, or meet another. Can it, here? Where not all processes are looked at, the answer may be no although it can. */
static bool can_together(joining *j, uint32_t process)
{
    explore *in = j->play->graph->explore;
    const cut_words *w = j->play->words;
    global_ref global = kept_graph_state(j->play->graph, j->node_now)->global;
    move_list list = moves_of(&in->moves, words_key(w, cut_of(j, process)), words_view(w, cut_of(j, process)), global);
    bool can = list.count && is_everybody(j); /* all its moves are syncs */
    can &= are_empty(j);
    for (uint32_t q = 0; q < j->count && !can && moves_may_meet(&in->moves, words_key(w, cut_of(j, process))); q++)
        can = q != process && cut_of(j, q) != CUT_ABSENT && (can_send(j, process, q) || can_send(j, q, process));
    return can;
}

static bool is_idle(joining *j, uint32_t process)
{
    const play *of = j->alone[process];
    uint32_t at = j->at[process];
    return of->idle.data[at] && !others_held(j, process) && !(of->depends.data[at] && can_together(j, process));
}

static void add_places(joining *j, uint32_t max_places)
{
    play *p = j->play;
    uint64_t all = 0;
    for (uint32_t u = 0; u < p->graph->states.count && !p->failed; u++) {
        uint64_t here = 1;
        j->node_now = u;
        for (uint32_t q = 0; q < j->count; q++)
            here = here * kept_count(j, q, u) > max_places ? (uint64_t)max_places + 1 : here * kept_count(j, q, u);
        vec_push(&p->first_place, (uint32_t)all);
        all += here;
        p->failed = all > max_places;
        for (uint64_t n = 0; n < here && !p->failed; n++) {
            uint64_t rest = n;
            vec_push(&p->node_of, u);
            for (uint32_t q = j->count; q-- > 0;) {
                j->at[q] = j->kept[q].data[j->first_kept[q][u] + rest % kept_count(j, q, u)];
                rest /= kept_count(j, q, u);
            }
            for (uint32_t q = 0; q < j->count; q++) {
                vec_push(&p->cuts, j->alone[q]->cuts.data[j->at[q]]);
                vec_push(&p->idle, is_idle(j, q));
                vec_push(&p->alone, j->at[q]);
            }
        }
    }
    vec_push(&p->first_place, (uint32_t)all);
}

static void add_quiet(joining *j)
{
    for (uint32_t q = 0; q < j->count; q++) {
        const play *of = j->alone[q];
        uint32_t before = j->at[q];
        if (others_held(j, q))
            continue;
        for (uint32_t m = of->first.data[before]; m < of->first.data[before + 1]; m++) {
            j->at[q] = of->target.data[m];
            if (of->moves.data[m].edge != NO_EDGE_OF_GRAPH || j->rank[q][j->at[q]] == LEFT_OUT || (of->moves.data[m].syncs && !are_empty(j)))
                continue;
            play_move how = of->moves.data[m];
            how.actor = q;
            vec_push(&j->play->moves, how);
            vec_push(&j->play->target, place_of(j, j->node_now, j->at));
        }
        j->at[q] = before;
    }
}

/* What the processes have chosen as one move; false where it is none. Of a sync that anybody may take, one process takes it. */
static bool put_together(const joining *j, uint32_t number, play_move *how)
{
    const event *e = &j->play->graph->edges.data[number].event;
    uint32_t actors = 0;
    *how = NOBODY_MOVES(number);
    for (uint32_t i = 0; i < j->count; i++) {
        const play_move *m = &j->alone[i]->moves.data[j->chosen[i]];
        if (m->actor == NO_ACTOR)
            continue;
        bool is_sender = e->kind == EVENT_MEETING && j->play->processes.data[i] == e->process.index;
        if (actors++ && is_sender) {
            how->partner = i;
            how->partner_by = m->by;
            continue;
        }
        uint32_t sender = how->actor, sender_by = how->by;
        *how = *m;
        how->actor = i;
        if (actors == 2) { /* the receiver comes after the sender */
            how->partner = sender;
            how->partner_by = sender_by;
        }
    }
    return e->kind != EVENT_SYNC || actors == 1 || (!actors && !is_everybody(j));
}

/* Adds the joint moves along one edge in which the first processes do what they have chosen. */
static void add_along(joining *j, uint32_t number, uint32_t q)
{
    if (q == j->count) {
        uint32_t then[PROGRAM_MAX_PROCESSES];
        play_move how;
        if (!put_together(j, number, &how))
            return;
        for (uint32_t i = 0; i < j->count; i++)
            then[i] = j->alone[i]->target.data[j->chosen[i]];
        vec_push(&j->play->moves, how);
        vec_push(&j->play->target, place_of(j, j->play->graph->edges.data[number].to, then));
        return;
    }
    const play *of = j->alone[q];
    for (uint32_t m = of->first.data[j->at[q]]; m < of->first.data[j->at[q] + 1]; m++)
        if (of->moves.data[m].edge == number && j->rank[q][of->target.data[m]] != LEFT_OUT) {
            j->chosen[q] = m;
            add_along(j, number, q + 1);
        }
}

static void add_moves(joining *j)
{
    play *p = j->play;
    const state_graph *g = p->graph;
    for (uint32_t i = 0; i < p->node_of.count && !p->failed; i++) {
        limits_poll();
        j->node_now = p->node_of.data[i];
        for (uint32_t q = 0; q < j->count; q++)
            j->at[q] = p->alone.data[i * j->count + q];
        vec_push(&p->first, (uint32_t)p->moves.count);
        add_quiet(j);
        for (uint32_t e = g->first.data[j->node_now]; e < g->first.data[j->node_now + 1]; e++)
            if (j->wanted[e])
                add_along(j, e, 0);
        p->failed |= p->moves.count > MAX_MOVES_OF_ALL;
    }
    vec_push(&p->first, (uint32_t)p->moves.count);
}

void play_join(play *p, const play *const *alone, const bool *const *kept, uint32_t count, const bool *wanted, uint32_t max_places)
{
    *p = (play){.graph = alone[0]->graph, .words = alone[0]->words};
    arena *memory = arena_new();
    joining j = {.play = p, .alone = alone, .count = count, .wanted = wanted};
    j.rank = ARENA_ARRAY(memory, uint32_t *, count);
    j.kept = ARENA_ARRAY(memory, index_vec, count);
    j.first_kept = ARENA_ARRAY(memory, uint32_t *, count);
    for (uint32_t q = 0; q < count; q++)
        vec_push(&p->processes, alone[q]->processes.data[0]);
    rank_places(&j, kept, memory);
    add_places(&j, max_places);
    add_moves(&j);
    for (uint32_t q = 0; q < count; q++)
        vec_release(&j.kept[q]);
    intern_release(&j.asked);
    vec_release(&j.answers);
    vec_release(&j.meetings);
    arena_free(memory);
}

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
        any |= q != process && key_is_held(w->space, words_key(w, j->alone[q]->cuts.data[j->at[q]]));
    return any;
}

static void add_places(joining *j, uint32_t max_places)
{
    play *p = j->play;
    uint64_t all = 0;
    for (uint32_t u = 0; u < p->graph->states.count && !p->failed; u++) {
        uint64_t here = 1;
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
                vec_push(&p->idle, j->alone[q]->idle.data[j->at[q]] && !others_held(j, q));
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
            if (of->moves.data[m].edge != NO_EDGE_OF_GRAPH || j->rank[q][j->at[q]] == LEFT_OUT)
                continue;
            play_move how = of->moves.data[m];
            how.actor = q;
            vec_push(&j->play->moves, how);
            vec_push(&j->play->target, place_of(j, j->node_now, j->at));
        }
        j->at[q] = before;
    }
}

/* Adds the joint moves along one edge in which the first processes do what they have chosen. */
static void add_along(joining *j, uint32_t number, uint32_t q)
{
    if (q == j->count) {
        uint32_t then[PROGRAM_MAX_PROCESSES];
        play_move how = {.edge = number, .actor = NO_ACTOR, .popped = LETTER_NONE, .by = NO_EDGE};
        for (uint32_t i = 0; i < j->count; i++) {
            const play_move *m = &j->alone[i]->moves.data[j->chosen[i]];
            then[i] = j->alone[i]->target.data[j->chosen[i]];
            if (m->actor != NO_ACTOR) {
                how = *m;
                how.actor = i;
            }
        }
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
    arena_free(memory);
}

#include "engine/fair/refine.h"

#include <string.h>

#include "base/limits.h"

enum { MAX_ROUNDS = 20000, MAX_JOINT_PLACES = 200000, MAX_SHORT = 1, MAX_LONG = 3, ANY_WORD = UINT32_MAX };

typedef struct refining {
    refinement *asked;
    const state_graph *graph;
    arena *memory;
    cut_words words;
    play *alone;          /* by process */
    uint32_t processes;
    uint32_t *everybody;  /* their numbers */
    bool **kept;          /* by process and place: in a component of the set that is looked at */
    intern sets;          /* of edges, in increasing order; those with numbers below `done` have been looked at */
    uint32_t done;
    bool *wanted;         /* by edge: those of the set that is looked at */
    index_vec edges;      /* the same as a list */
} refining;

/* ---- Sets of edges ---- */
static void add_set(refining *r, const index_vec *edges)
{
    intern_row(&r->sets, (const int32_t *)edges->data, edges->count);
}

static void take_set(refining *r, uint32_t number)
{
    for (size_t i = 0; i < r->edges.count; i++)
        r->wanted[r->edges.data[i]] = false;
    vec_clear(&r->edges);
    for (uint32_t i = 0; i < intern_length(&r->sets, number); i++) {
        vec_push(&r->edges, (uint32_t)intern_get(&r->sets, number)[i]);
        r->wanted[vec_last(&r->edges)] = true;
    }
}

/* Are all edges of a among those of b? Both are in order. */
static bool is_within(const index_vec *a, const index_vec *b)
{
    size_t k = 0;
    for (size_t i = 0; i < a->count; i++, k++) {
        while (k < b->count && b->data[k] < a->data[i])
            k++;
        if (k == b->count || b->data[k] != a->data[i])
            return false;
    }
    return true;
}

/* The largest sets of edges of the components are to be looked at. */
static void add_projections(refining *r, const component_vec *found)
{
    for (size_t i = 0; i < found->count; i++) {
        bool is_largest = true;
        for (size_t k = 0; k < found->count && is_largest; k++)
            is_largest = k == i || !is_within(&found->data[i].edges, &found->data[k].edges) ||
                         (found->data[k].edges.count == found->data[i].edges.count && k > i);
        if (is_largest)
            add_set(r, &found->data[i].edges);
    }
}

static bool takes_all(const refining *r, const component_vec *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->data[i].edges.count == r->edges.count)
            return true;
    return false;
}

/* ---- The accepting parts of the graph ---- */
static void add_accepting(refining *r)
{
    const state_graph *g = r->graph;
    digraph d;
    index_vec nodes = {0}, parts = {0}, ends = {0}, edges = {0};
    digraph_init(&d, (uint32_t)g->states.count, (uint32_t)g->edges.count, g->first.data, g->target.data);
    for (uint32_t u = 0; u < g->states.count; u++) {
        d.region[u] = 0;
        vec_push(&nodes, u);
    }
    d.regions = 1;
    digraph_split(&d, nodes.data, nodes.count, &parts, &ends);
    for (size_t i = 0, start = 0; i < ends.count; start = ends.data[i++]) {
        uint32_t marks = 0, region = d.region[parts.data[start]];
        vec_clear(&edges);
        for (uint32_t e = 0; e < g->edges.count; e++)
            if (d.region[g->edges.data[e].from] == region && d.region[g->edges.data[e].to] == region) {
                vec_push(&edges, e);
                marks |= g->edges.data[e].marks;
            }
        if ((marks & r->asked->all_marks) == r->asked->all_marks)
            add_set(r, &edges);
    }
    vec_release(&nodes);
    vec_release(&parts);
    vec_release(&ends);
    vec_release(&edges);
    digraph_release(&d);
}

/* ---- One set of edges ---- */
static void keep_places(const refining *r, uint32_t q, const component_vec *found)
{
    memset(r->kept[q], 0, r->alone[q].node_of.count * sizeof *r->kept[q]);
    for (size_t i = 0; i < found->count; i++)
        for (size_t k = 0; k < found->data[i].places.count; k++)
            r->kept[q][found->data[i].places.data[k]] = true;
}

/* Looks at the set with each process alone. True when every process may take just these edges for ever; otherwise smaller sets have been added. */
static bool may_take_alone(refining *r)
{
    for (uint32_t q = 0; q < r->processes; q++) {
        component_vec found = {0};
        components_find(&r->alone[q], r->wanted, r->asked->all_marks, &found);
        bool may = takes_all(r, &found);
        if (!may)
            add_projections(r, &found);
        else
            keep_places(r, q, &found);
        components_release(&found);
        if (!may)
            return false;
    }
    return true;
}

/* The play of the processes from `first` on, `count` of them, in turn: with `most` only words of at most so many stores. */
static bool join(refining *r, const uint32_t *chosen, uint32_t count, uint32_t most, play *out)
{
    arena *memory = arena_new();
    const play **alone = ARENA_ARRAY(memory, const play *, count);
    const bool **kept = ARENA_ARRAY(memory, const bool *, count);
    for (uint32_t i = 0; i < count; i++) {
        alone[i] = &r->alone[chosen[i]];
        bool *some = ARENA_ARRAY(memory, bool, alone[i]->node_of.count + 1);
        for (size_t n = 0; n < alone[i]->node_of.count; n++)
            some[n] = r->kept[chosen[i]][n] && (most == ANY_WORD || words_is_whole(&r->words, alone[i]->cuts.data[n], most));
        kept[i] = some;
    }
    play_join(out, alone, kept, count, r->wanted, MAX_JOINT_PLACES);
    r->asked->most = count > r->asked->most ? count : r->asked->most;
    arena_free(memory);
    return !out->failed;
}

/* All processes with words of so many stores: a component is a run. */
static bool has_run(refining *r, uint32_t least, uint32_t most_of_all)
{
    bool any = false;
    for (uint32_t most = least; most <= most_of_all && !any; most++) {
        play all;
        component_vec found = {0};
        if (join(r, r->everybody, r->processes, most, &all))
            components_find(&all, r->wanted, r->asked->all_marks, &found);
        any = found.count > 0;
        bool is_run = r->graph->claim->of->fairness == FAIRNESS_ALL; /* otherwise nothing may happen in it, though something could */
        for (size_t i = 0; i < found.count && is_run && !r->asked->has_run; i++)
            r->asked->has_run = lasso_find(&all, &found.data[i], r->asked->all_marks, &r->asked->run);
        components_release(&found);
        play_release(&all);
    }
    return any;
}

/* Looks at the set with these processes together; the answer as of may_take_alone, and true too where it is too much. */
static bool may_take_together(refining *r, const uint32_t *chosen, uint32_t count)
{
    play some;
    component_vec found = {0};
    bool may = !join(r, chosen, count, ANY_WORD, &some);
    if (!may) {
        components_find(&some, r->wanted, r->asked->all_marks, &found);
        may = takes_all(r, &found);
        if (!may) {
            add_projections(r, &found);
            intern_row(&r->asked->groups, (const int32_t *)chosen, count);
        }
    }
    components_release(&found);
    play_release(&some);
    return may;
}

static bool may_take_in_pairs(refining *r)
{
    for (uint32_t a = 0; a < r->processes; a++)
        for (uint32_t b = a + 1; b < r->processes; b++)
            if (!may_take_together(r, (const uint32_t[]){a, b}, 2))
                return false;
    return r->processes == 2 || may_take_together(r, r->everybody, r->processes);
}

static bool make_plays(refining *r)
{
    const state_graph *g = r->graph;
    bool failed = false;
    memset(r->wanted, 0, g->edges.count * sizeof *r->wanted);
    for (uint32_t i = 0; i < intern_count(&r->sets); i++)
        for (uint32_t k = 0; k < intern_length(&r->sets, i); k++)
            r->wanted[intern_get(&r->sets, i)[k]] = true;
    for (uint32_t q = 0; q < r->processes; q++) {
        play_init(&r->alone[q], g, &r->words, (process_ref){q}, r->wanted);
        failed |= r->alone[q].failed;
        r->kept[q] = ARENA_ARRAY(r->memory, bool, r->alone[q].node_of.count + 1);
    }
    memset(r->wanted, 0, g->edges.count * sizeof *r->wanted);
    return !failed;
}

static refine_answer refine_sets(refining *r)
{
    for (; r->done < intern_count(&r->sets); r->done++) {
        limits_poll();
        if (++r->asked->rounds > MAX_ROUNDS)
            return REFINE_LARGE;
        take_set(r, r->done);
        if (!may_take_alone(r))
            continue;
        if (has_run(r, 0, MAX_SHORT))
            return REFINE_FOUND;
        if (may_take_in_pairs(r))
            return has_run(r, MAX_SHORT + 1, r->asked->length < MAX_LONG ? r->asked->length : MAX_LONG) ? REFINE_FOUND : REFINE_CUT;
    }
    return REFINE_REFUTED;
}

refine_answer refine_graph(refinement *asked)
{
    const state_graph *g = asked->graph;
    refining r = {.asked = asked, .graph = g, .memory = arena_new()};
    r.processes = g->processes;
    r.wanted = ARENA_ARRAY(r.memory, bool, g->edges.count + 1);
    r.alone = ARENA_ARRAY(r.memory, play, r.processes + 1);
    r.kept = ARENA_ARRAY(r.memory, bool *, r.processes + 1);
    r.everybody = ARENA_ARRAY(r.memory, uint32_t, r.processes + 1);
    for (uint32_t q = 0; q < r.processes; q++)
        r.everybody[q] = q;
    words_init(&r.words, &g->explore->sets, asked->length);
    refine_answer answer = REFINE_REFUTED;
    add_accepting(&r);
    if (intern_count(&r.sets))
        answer = make_plays(&r) ? refine_sets(&r) : REFINE_LARGE;
    for (uint32_t q = 0; q < r.processes; q++)
        play_release(&r.alone[q]);
    words_release(&r.words);
    intern_release(&r.sets);
    vec_release(&r.edges);
    arena_free(r.memory);
    return answer;
}

void refine_release(refinement *r)
{
    intern_release(&r->groups);
}

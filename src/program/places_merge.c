/* places_merge.c: places of which one stands for others.
 *
 * A place is at least as good as another when every run with a fence there is, up to invisible steps, one with a fence at the other (docs/REPAIR.md). Two moves of a fence make
 * it at least as good: up, over statements that store nothing, since a buffer that was empty before them is empty behind them; and down, over statements that nobody can see happen later, when the
 * buffer is empty. These are steps on locals and, where stores are committed in their order, stores that look at locals only. A place that others are at least as good as is left to the first of
 * the best of them: right behind a store. Places between which control branches stay apart, but for the end of an option that stores nothing, which the place behind the choice stands for. */
#include <string.h>

#include "base/vec.h"
#include "program/candidate.h"
#include "program/places.h"

typedef struct merging {
    const program *full;
    const footprints *looks;
    machine machine;
    bool is_temporal, may_meet;
    /* Of the process type at hand. */
    const process_type *t;
    uint32_t type;
    uint32_t *incoming;      /* by node: edges that lead there; that it is the start counts for two */
    const edge **by;         /* by node: the last of them */
} merging;

/* ---- What a statement does ---- */

static const footprint *footprint_of(const merging *m, const edge *e)
{
    return &m->looks->edges[m->type][e - m->t->edges.data];
}

static bool stores_nothing(const merging *m, const edge *e)
{
    return index_set_is_empty(&footprint_of(m, e)->stores);
}

/* Looks at nothing but the own locals, changes nothing but these and own stores that wait, and is always possible. */
static bool is_inward(const merging *m, const edge *e)
{
    const footprint *f = footprint_of(m, e);
    return !e->guard && !m->t->provided && index_set_is_empty(&f->loads) && index_set_is_empty(&f->peeks) && index_set_is_empty(&f->views) && index_set_is_empty(&f->writes) &&
           index_set_is_empty(&f->pokes) && index_set_is_empty(&f->remotes) && index_set_is_empty(&f->viewed) && index_set_is_empty(&f->created) &&
           index_set_is_empty(&f->controls) && !f->counts_processes && !footprint_touches_channels(f) && !f->meets && !footprint_drains(f) && !f->has_barrier;
}

/* Somebody may see where the process is, or what it has. */
static bool is_watched(const merging *m, const footprint *by, const edge *e)
{
    return index_set_has(&by->remotes, m->type) || index_set_has(&by->viewed, m->type) || footprint_asks_at(m->looks, by, m->type, e->source) ||
           footprint_asks_at(m->looks, by, m->type, e->target);
}

static bool is_invisible(const merging *m, const edge *e)
{
    return is_inward(m, e) && !is_watched(m, &m->looks->asked, e) && !is_watched(m, &m->looks->all, e);
}

/* Nothing else can be done at the node. */
static const edge *only_edge(const merging *m, uint32_t at)
{
    const node *n = &m->t->nodes.data[at];
    const edge *e = n->edge_count == 1 ? &m->t->edges.data[n->first_edge] : NULL;
    return e && !e->priority && !e->is_else ? e : NULL;
}

/* ---- Up ---- */

static bool may_move_up(const merging *m, const edge *over, bool is_in_block)
{
    const footprint *f = footprint_of(m, over);
    return stores_nothing(m, over) && !((is_in_block || m->may_meet) && f->meets) && (!m->is_temporal || is_invisible(m, over));
}

/* The place above from which the fence could be moved down to this one; NULL: there is none. Inside a block a fence does more than behind it: the one is not left to the other. */
static const edge *place_above(const merging *m, const edge *gap)
{
    const edge *e = gap;
    bool held = candidate_is_prompt(m->t, gap);
    for (size_t hops = 0; hops <= m->t->nodes.count && only_edge(m, e->source) == e && m->incoming[e->source] == 1; hops++) {
        e = m->by[e->source];
        if (e->is_gap)
            return only_edge(m, e->source) && (held || !candidate_is_prompt(m->t, e)) ? e : NULL;
        if (!may_move_up(m, e, held))
            return NULL;
    }
    return NULL;
}

/* ---- Down ---- */

/* A store that nobody sees before it is committed, which is when all older ones have been. */
static bool may_be_delayed(const merging *m, const edge *over, bool held)
{
    bool in_order = !machine_traits(m->machine)->per_location && !m->machine.overflow_is_error && !m->full->commits_when;
    return stores_nothing(m, over) || (in_order && !held && !m->is_temporal && !m->may_meet && index_set_is_empty(&m->looks->asked.views) && index_set_is_empty(&m->looks->all.views));
}

static bool may_move_down(const merging *m, const edge *over, candidate_kind kind, bool held)
{
    if (held && over->hold == HOLD_NONE)
        return false;
    if (kind == CANDIDATE_BARRIER) /* it waits for nothing: only stores tell where it stands, and who wants to meet the process before it is passed */
        return stores_nothing(m, over) && (!m->may_meet || is_invisible(m, over));
    return is_invisible(m, over) && may_be_delayed(m, over, held);
}

/* Is the gap on a way from a choice on which nothing has been stored? A fence behind the choice makes the other options wait too:
 * who wants to meet the process sees that, and a formula, where a store may wait for ever. */
static bool is_idle_option(const merging *m, const edge *gap)
{
    const edge *e = gap;
    for (size_t hops = 0; hops <= m->t->nodes.count && m->incoming[e->source] == 1 && !m->may_meet && !m->is_temporal; hops++) {
        e = m->by[e->source];
        if (!e->is_gap && !stores_nothing(m, e))
            return false;
        if (m->t->nodes.data[e->source].edge_count > 1)
            return true;
    }
    return false;
}

static const edge *place_below(const merging *m, const edge *gap, candidate_kind kind)
{
    bool held = candidate_is_prompt(m->t, gap);
    const edge *e = gap;
    if (!only_edge(m, gap->source) || (held && gap->hold == HOLD_NONE))
        return NULL;
    for (size_t hops = 0; hops <= m->t->nodes.count; hops++) {
        if (m->incoming[e->target] != 1 && !is_idle_option(m, gap))
            return NULL;
        e = only_edge(m, e->target);
        if (!e || (!e->is_gap && !may_move_down(m, e, kind, held)))
            return NULL;
        if (e->is_gap)
            return candidate_is_prompt(m->t, e) == held ? e : NULL;
    }
    return NULL;
}

/* ---- From places to candidates ---- */

static uint32_t candidate_at(const edge *gap, candidate_kind kind)
{
    effect_kind wanted = kind == CANDIDATE_FENCE ? EFFECT_FENCE : EFFECT_BARRIER;
    for (uint32_t i = 0; i < gap->effect_count; i++)
        if (gap->effects[i].kind == wanted)
            return gap->effects[i].candidate;
    return 0;
}

typedef VEC(const edge *) edge_list;

static void add_once(edge_list *list, const edge *e)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i] == e)
            return;
    if (e)
        vec_push(list, e);
}

/* A candidate may stand at several places: as[c][d] counts those of c where a place of d is at least as good. */
static void compare_place(const merging *m, const edge *gap, candidate_kind kind, uint32_t *as, uint32_t *places)
{
    uint32_t own = candidate_at(gap, kind), count = (uint32_t)m->full->candidates.count;
    edge_list reached = {0};
    if (!own)
        return;
    places[own - 1]++;
    vec_push(&reached, gap);
    for (size_t i = 0; i < reached.count; i++) {
        const edge *at = reached.data[i];
        uint32_t found = candidate_at(at, kind), *cell = found ? &as[(size_t)(own - 1) * count + found - 1] : NULL;
        if (cell && *cell < places[own - 1])
            ++*cell;
        add_once(&reached, place_above(m, at));
        add_once(&reached, place_below(m, at, kind));
    }
    vec_release(&reached);
}

static void compare_in_process(merging *m, arena *scratch, uint32_t *as, uint32_t *places)
{
    m->incoming = ARENA_ARRAY(scratch, uint32_t, m->t->nodes.count + 1);
    m->by = ARENA_ARRAY(scratch, const edge *, m->t->nodes.count + 1);
    m->incoming[m->t->entry] += 2;
    for (size_t i = 0; i < m->t->edges.count; i++) {
        m->incoming[m->t->edges.data[i].target]++;
        m->by[m->t->edges.data[i].target] = &m->t->edges.data[i];
    }
    for (size_t i = 0; i < m->t->edges.count; i++)
        for (int kind = CANDIDATE_FENCE; m->t->edges.data[i].is_gap && kind <= CANDIDATE_BARRIER; kind++)
            compare_place(m, &m->t->edges.data[i], (candidate_kind)kind, as, places);
}

/* Of those that are as good as each other one that is there stays, or the first. A fence of an inline that is used elsewhere too would be in more places. */
static bool stands_for(const program *p, const uint32_t *as, const uint32_t *places, uint32_t d, uint32_t c)
{
    size_t count = p->candidates.count;
    bool as_good = as[c * count + d] == places[c], only = as[d * count + c] != places[d];
    return d != c && places[c] && places[c] == places[d] && as_good && (only || p->candidates.data[d].is_there || d < c);
}

void places_merge(program *full, const footprints *looks, machine on, bool is_temporal)
{
    arena *scratch = arena_new();
    size_t count = full->candidates.count;
    bool *out = ARENA_ARRAY(scratch, bool, count + 1);
    uint32_t *as = ARENA_ARRAY(scratch, uint32_t, count * count + 1), *places = ARENA_ARRAY(scratch, uint32_t, count + 1);
    merging m = {.full = full, .looks = looks, .machine = on, .is_temporal = is_temporal, .may_meet = program_may_meet(full)};
    for (m.type = 0; m.type < full->processes.count; m.type++) {
        m.t = &full->processes.data[m.type];
        compare_in_process(&m, scratch, as, places);
    }
    for (uint32_t c = 0; c < count; c++)
        for (uint32_t d = 0; d < count && !full->candidates.data[c].is_there; d++)
            out[c] |= stands_for(full, as, places, d, c);
    places_take_out(full, out);
    arena_free(scratch);
}

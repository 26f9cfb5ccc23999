#include "program/candidate.h"

#include <string.h>

#include "base/bug.h"
#include "program/footprint.h"

uint32_t program_candidate(program *p, candidate_kind kind, source_location where)
{
    for (uint32_t i = 0; i < p->candidates.count; i++) {
        const candidate_info *c = &p->candidates.data[i];
        if (c->kind == kind && c->where.file == where.file && c->where.line == where.line && c->where.column == where.column)
            return i;
    }
    vec_push(&p->candidates, ((candidate_info){.kind = kind, .where = where}));
    return (uint32_t)p->candidates.count - 1;
}

/* Escapes come before it. */
const edge *candidate_gap_at(const process_type *t, uint32_t at)
{
    const node *n = &t->nodes.data[at];
    const edge *last = n->edge_count ? &t->edges.data[n->first_edge + n->edge_count - 1] : NULL;
    return last && last->is_gap ? last : NULL;
}

bool candidate_is_same_escape(const edge *a, const edge *b)
{
    return a->priority && b->priority && a->target == b->target && a->hold == b->hold && a->guard == b->guard && a->effects == b->effects &&
           a->effect_count == b->effect_count && a->text == b->text && !a->d_step == !b->d_step;
}

const edge *candidate_escape_at(const process_type *t, uint32_t at, const edge *taken)
{
    const node *n = &t->nodes.data[at];
    for (uint32_t i = 0; i < n->edge_count; i++)
        if (candidate_is_same_escape(&t->edges.data[n->first_edge + i], taken))
            return &t->edges.data[n->first_edge + i];
    return NULL;
}

bool candidate_is_prompt(const process_type *t, const edge *gap)
{
    return t->nodes.data[gap->source].in_atomic;
}

static bool is_chosen(const effect *f, const bool *chosen)
{
    return !f->candidate || (chosen && chosen[f->candidate - 1]);
}

static bool has_any(const edge *gap, const bool *chosen)
{
    for (uint32_t i = 0; i < gap->effect_count; i++)
        if (is_chosen(&gap->effects[i], chosen))
            return true;
    return false;
}

/* `hold` is what holds behind the last one that is passed. */
static uint32_t past_gaps(const process_type *t, uint32_t at, const bool *chosen, hold_kind *hold)
{
    const edge *gap;
    for (size_t hops = 0; (gap = candidate_gap_at(t, at)) && !has_any(gap, chosen); hops++) {
        CHECK(hops <= t->nodes.count);
        at = gap->target;
        *hold = gap->hold;
    }
    return at;
}

uint32_t candidate_past_gaps(const process_type *t, uint32_t at)
{
    hold_kind hold;
    return past_gaps(t, at, NULL, &hold);
}

/* A store that was chosen writes memory itself: as a locked instruction, which drains the buffer, or as its place is marked. */
static effect effect_with(const program *p, const effect *f)
{
    effect made = *f;
    if (f->candidate && p->candidates.data[f->candidate - 1].line) {
        made.target.is_atomic = true;
    } else if (f->candidate && f->kind == EFFECT_ASSIGN) {
        made.kind = EFFECT_EXCHANGE;
        made.result = (place){.kind = PLACE_NONE, .where = f->where};
    }
    made.candidate = 0;
    return made;
}

static bool has_candidate(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].candidate)
            return true;
    return false;
}

static void lock(edge *e, edge_wait wait)
{
    if (e->wait < wait)
        e->wait = wait;
}

/* Effects without candidates stay where they are: assertions are known by their addresses. */
static void choose_effects(arena *memory, const program *p, edge *e, const bool *chosen)
{
    if (e->candidate && chosen && chosen[e->candidate - 1])
        lock(e, EDGE_FENCED);
    e->candidate = 0;
    if (!has_candidate(e))
        return;
    effect *kept = ARENA_ARRAY(memory, effect, e->effect_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        CHECK(f->kind != EFFECT_ASSERT);
        if (is_chosen(f, chosen)) {
            kept[count++] = effect_with(p, f);
            if (f->candidate && kept[count - 1].target.is_atomic)
                lock(e, EDGE_LOCKED);
        }
        else if (f->kind == EFFECT_ASSIGN) {
            kept[count] = *f;
            kept[count].flush = false;
            kept[count++].candidate = 0;
        }
    }
    e->effects = kept;
    e->effect_count = count;
}

static void choose_in_process(arena *memory, const program *p, process_type *t, const bool *chosen)
{
    edge *edges = ARENA_ARRAY(memory, edge, t->edges.count + 1);
    for (size_t i = 0; i < t->edges.count; i++) {
        edges[i] = t->edges.data[i];
        edges[i].target = past_gaps(t, edges[i].target, chosen, &edges[i].hold);
        choose_effects(memory, p, &edges[i], chosen);
    }
    hold_kind hold;
    t->entry = past_gaps(t, t->entry, chosen, &hold);
    t->edges.data = edges;
}

const program *program_with(arena *memory, const program *p, const bool *chosen)
{
    program *made = ARENA_NEW(memory, program);
    *made = *p;
    made->processes.data = ARENA_ARRAY(memory, process_type, p->processes.count + 1);
    for (size_t i = 0; i < p->processes.count; i++) {
        made->processes.data[i] = p->processes.data[i];
        choose_in_process(memory, p, &made->processes.data[i], chosen);
    }
    return made;
}

/* A question looks at a global that the edge assigns. */
static bool is_asked_for(const footprint *asked, const program *p, const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        const variable *v = f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL ? &p->globals.data[f->target.variable] : NULL;
        for (uint32_t k = 0; v && k < v->count; k++)
            if (index_set_has(&asked->peeks, v->offset + k) || index_set_has(&asked->loads, v->offset + k) || index_set_has(&asked->views, v->offset + k))
                return true;
    }
    return false;
}

bool candidate_is_seen(const struct footprints *of, uint32_t type, const edge *e)
{
    const process_type *t = &of->program->processes.data[type];
    bool moves = e->effect_count > 1 || footprint_asks_at(of, &of->asked, type, e->source) || footprint_asks_at(of, &of->asked, type, candidate_past_gaps(t, e->target));
    return index_set_has(&of->asked.viewed, type) || (moves && is_asked_for(&of->asked, of->program, e));
}

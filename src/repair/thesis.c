#include "repair/thesis.h"

#include "base/vec.h"

/* ---- Writes of the text ---- */
static bool is_write(const program *p, const place *target)
{
    return target->kind == PLACE_GLOBAL && p->globals.data[target->variable].class == VARIABLE_RELAXED;
}

/* The global's own places among those that the effect assigns. */
typedef void each_place(void *data, const place *target);

static void visit_places(const program *p, const edge *e, each_place *visit, void *data)
{
    for (uint32_t k = 0; k < e->effect_count; k++) {
        const effect *f = &e->effects[k];
        if (f->kind == EFFECT_ASSIGN && is_write(p, &f->target))
            visit(data, &f->target);
        for (uint32_t i = 0; f->kind == EFFECT_RECEIVE && i < f->argument_count; i++)
            if (!f->patterns[i].match && is_write(p, &f->patterns[i].target))
                visit(data, &f->patterns[i].target);
    }
}

typedef struct write_count {
    uint32_t all, atomic;
} write_count;

static void count_write(void *data, const place *target)
{
    write_count *c = data;
    c->all++;
    c->atomic += target->is_atomic;
}

void thesis_count_writes(const program *p, uint32_t *all, uint32_t *atomic)
{
    write_count c = {0};
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++)
            visit_places(p, &p->processes.data[t].edges.data[i], count_write, &c);
    *all = c.all;
    *atomic = c.atomic;
}

typedef struct delayed_write {
    uint32_t variable;
    bool found;
} delayed_write;

static void find_delayed(void *data, const place *target)
{
    delayed_write *d = data;
    d->found |= target->variable == d->variable && !target->is_atomic;
}

static bool delays(const program *p, const edge *e, uint32_t global)
{
    delayed_write d = {.variable = global};
    visit_places(p, e, find_delayed, &d);
    return d.found;
}

/* ---- Accesses of edges to variables ---- */
static bool touches(const footprint *f, const variable *v, bool writing)
{
    for (uint32_t e = v->offset; e < v->offset + v->count; e++)
        if (index_set_has(&f->stores, e) || index_set_has(&f->writes, e) || (!writing && (index_set_has(&f->loads, e) || index_set_has(&f->peeks, e) || index_set_has(&f->views, e))))
            return true;
    return false;
}

/* ---- Can a delay be noticed? ---- */

/* Others can tell in more ways than by memory. */
static bool has_other_ways(const footprints *f)
{
    return footprint_touches_channels(&f->all) || footprint_looks_at_processes(&f->all) || !index_set_is_empty(&f->all.created) || f->program->commits_when;
}

typedef struct cycle_search {
    const footprints *footprints;
    const atomic_write *write;
    VEC(uint32_t) open; /* accesses of others: process and edge follow each other */
    bool *seen;            /* by edge among all, and variable */
    const uint32_t *first; /* by process: the number of its first edge among all */
    bool found;
} cycle_search;

/* An access of another process that is on the way. */
static void meet(cycle_search *s, uint32_t process, uint32_t edge_index, uint32_t global)
{
    const program *p = s->footprints->program;
    size_t number = ((size_t)s->first[process] + edge_index) * p->globals.count + global;
    if (s->seen[number])
        return;
    s->seen[number] = true;
    vec_push(&s->open, process);
    vec_push(&s->open, edge_index);
}

/* All accesses of other processes that conflict with one. */
static void meet_conflicts(cycle_search *s, uint32_t process, uint32_t global, bool writes)
{
    const footprints *f = s->footprints;
    const variable *v = &f->program->globals.data[global];
    for (uint32_t q = 0; q < f->program->processes.count; q++)
        for (uint32_t i = 0; q != process && q != s->write->process && i < f->program->processes.data[q].edges.count; i++)
            if (touches(&f->edges[q][i], v, !writes))
                meet(s, q, i, global);
}

/* From where the access is, its process goes on to others of its own; one to the location of the write closes the cycle. */
static void go_on(cycle_search *s, uint32_t process, uint32_t edge_index)
{
    const footprints *f = s->footprints;
    const process_type *t = &f->program->processes.data[process];
    uint32_t from = t->edges.data[edge_index].target;
    for (uint32_t i = 0; i < t->edges.count && !s->found; i++) {
        if (i != edge_index && !process_leads_to(t, from, t->edges.data[i].source))
            continue;
        s->found |= touches(&f->edges[process][i], &f->program->globals.data[s->write->variable], false);
        for (uint32_t g = 0; g < f->program->globals.count && !s->found; g++)
            if (touches(&f->edges[process][i], &f->program->globals.data[g], false))
                meet_conflicts(s, process, g, touches(&f->edges[process][i], &f->program->globals.data[g], true));
    }
}

bool thesis_may_matter(const footprints *f, const atomic_write *w)
{
    const program *p = f->program;
    const process_type *t = &p->processes.data[w->process];
    arena *scratch = arena_new();
    uint32_t *first = ARENA_ARRAY(scratch, uint32_t, p->processes.count + 1);
    for (size_t q = 0; q < p->processes.count; q++)
        first[q + 1] = first[q] + (uint32_t)p->processes.data[q].edges.count;
    cycle_search s = {.footprints = f, .write = w, .first = first, .found = has_other_ways(f)};
    s.seen = ARENA_ARRAY(scratch, bool, ((size_t)first[p->processes.count] + 1) * (p->globals.count + 1));
    for (uint32_t i = 0; i < t->edges.count && !s.found; i++)
        for (uint32_t g = 0; g < p->globals.count; g++) {
            bool later = i == w->edge || process_leads_to(t, t->edges.data[w->edge].target, t->edges.data[i].source);
            bool is_other = g != w->variable || p->globals.data[g].count > 1; /* elements of an array are locations of their own */
            if (later && is_other && touches(&f->edges[w->process][i], &p->globals.data[g], false))
                meet_conflicts(&s, w->process, g, touches(&f->edges[w->process][i], &p->globals.data[g], true));
        }
    while (s.open.count && !s.found) {
        uint32_t edge_index = vec_pop(&s.open), process = vec_pop(&s.open);
        go_on(&s, process, edge_index);
    }
    vec_release(&s.open);
    arena_free(scratch);
    return s.found;
}

/* ---- One run ---- */
static const trace_step *step_at(const trace *t, uint32_t position)
{
    uint32_t again = t->loop < t->step_count ? t->step_count - t->loop : 0; /* a loop is gone round twice, so that an interval may go over its end */
    if (position < t->step_count)
        return &t->steps[position];
    return position < t->step_count + again ? &t->steps[t->loop + (position - t->step_count)] : NULL;
}

static uint32_t type_of(const trace_step *s, uint32_t process)
{
    return s->processes[process].type;
}

static bool ends_interval(const trace_step *s, uint32_t process, uint32_t element)
{
    return s->step.kind == STEP_COMMIT && s->step.process == process && s->step.element == element;
}

/* By another process, also its part in a rendezvous, or its store that reaches memory. */
static bool is_inconsistent(const footprints *f, const trace_step *s, uint32_t process, uint32_t element)
{
    if (s->step.kind == STEP_COMMIT)
        return s->step.process != process && s->step.element == element;
    if (s->step.kind != STEP_EDGE)
        return false;
    bool by_mover = s->step.process != process && footprint_accesses(&f->edges[type_of(s, s->step.process)][s->step.edge], element);
    bool by_partner = s->step.partner >= 0 && (uint32_t)s->step.partner != process &&
                      footprint_accesses(&f->edges[type_of(s, (uint32_t)s->step.partner)][s->step.partner_edge], element);
    return by_mover || by_partner;
}

/* What is known of an interval. */
typedef struct interval {
    uint32_t accesses, length;
} interval;

static interval measure(const footprints *f, const trace *t, uint32_t position, uint32_t process, uint32_t element)
{
    interval found = {0};
    const trace_step *s;
    for (uint32_t m = position + 1; (s = step_at(t, m)) && !ends_interval(s, process, element); m++) {
        found.accesses += is_inconsistent(f, s, process, element);
        found.length++;
    }
    return found;
}

static bool is_better(interval a, interval b)
{
    return a.accesses != b.accesses ? a.accesses > b.accesses : a.length > b.length && !a.accesses;
}

typedef struct choice {
    const footprints *footprints;
    const trace *trace;
    bool prunes;
    interval best;
    atomic_write write;
} choice;

/* The stores that this process's part of the step made. */
static void judge(choice *c, uint32_t position, uint32_t process, uint32_t edge_index)
{
    const program *p = c->footprints->program;
    const trace_step *s = &c->trace->steps[position];
    const trace_process *after = &s->processes[process];
    for (uint32_t i = 0; i < after->store_count; i++) {
        uint32_t element = after->stores[i].element, global = program_global_of_element(p, element);
        if (after->stores[i].step != position || !delays(p, &p->processes.data[after->type].edges.data[edge_index], global))
            continue;
        interval here = measure(c->footprints, c->trace, position, process, element);
        atomic_write w = {.process = after->type, .edge = edge_index, .variable = global, .accesses = here.accesses};
        if (!is_better(here, c->best) || (c->prunes && !thesis_may_matter(c->footprints, &w)))
            continue;
        c->best = here;
        c->write = w;
    }
}

bool thesis_choose(const footprints *f, const trace *t, bool prunes, atomic_write *out)
{
    choice c = {.footprints = f, .trace = t, .prunes = prunes};
    for (uint32_t i = 0; i < t->step_count; i++) {
        const step *taken = &t->steps[i].step;
        if (taken->kind != STEP_EDGE)
            continue;
        judge(&c, i, taken->process, taken->edge);
        if (taken->partner >= 0)
            judge(&c, i, (uint32_t)taken->partner, taken->partner_edge);
    }
    *out = c.write;
    return c.best.length > 0;
}

/* advice.c: which delayed store the run lives by, and where a fence excludes it.
 *
 * A delayed store matters most when its own process went on past it and another one read the old value meanwhile. Weaker evidence is told only where there is none. What
 * is said of fences has been tried (course.h): first whether the run needs any delay at all, then place by place. The place is the narrowest: right behind the
 * youngest store that was pending when something overtook it; where barriers are bound to statements, the next one of the process. */
#include "program/program.h"
#include "trace/course.h"
#include "trace/explain.h"

enum { MOST_TOLD = 3, MOST_PLACES = 16, MOST_WORK = 60000 };
enum { NO_STEP = UINT32_MAX };

typedef struct tried_place {
    course_place place;
    course_answer answer;
} tried_place;

/* A store that waited, and what may be done about it. */
typedef struct delay {
    trace_overtake what;  /* `found` is false where the process did nothing more that others could see */
    const char *owner;
    uint32_t behind;      /* step: the fence stands right behind its statement */
    course_place place;   /* FENCE_NONE: nowhere */
} delay;

typedef struct advice {
    const trace *t;
    const trace_overtake *overtakes;
    const property_list *properties;
    strbuf *out;
    uint32_t work;
    tried_place tried[MOST_PLACES];
    uint32_t tried_count;
    delay told[MOST_TOLD];
    uint32_t count;
} advice;

/* ---- Places ---- */

static course_answer try_place(advice *a, course_place where)
{
    for (uint32_t i = 0; i < a->tried_count; i++) {
        const course_place *p = &a->tried[i].place;
        if (p->fence == where.fence && p->type == where.type && p->edge == where.edge)
            return a->tried[i].answer;
    }
    if (a->tried_count == MOST_PLACES)
        return COURSE_UNKNOWN;
    course_answer answer = course_try(a->t, a->t->machine, where, a->properties, &a->work);
    a->tried[a->tried_count++] = (tried_place){where, answer};
    return answer;
}

/* The edge that the process at that position took in a step. */
static uint32_t edge_of(const trace *t, uint32_t at, uint32_t position)
{
    const step *s = &t->steps[at].step;
    return s->process == position ? s->edge : s->partner_edge;
}

/* A barrier at the next statement of the process after that step excludes the run. Not where stores are never committed while the process waits: such a barrier only stops everybody. */
static bool find_bound_place(advice *a, uint32_t position, uint32_t made, delay *d)
{
    const trace *t = a->t;
    for (uint32_t i = made + 1; i < t->step_count; i++) {
        const step *s = &t->steps[i].step;
        if (s->kind != STEP_EDGE || (s->process != position && s->partner != (int32_t)position))
            continue;
        const trace_process *q = &trace_before(t, i)->processes[position];
        d->place = (course_place){.fence = FENCE_BOUND, .type = q->type, .edge = edge_of(t, i, position)};
        if (!program_is_committed(t->program, q->type, q->node) && try_place(a, d->place) == COURSE_EXCLUDED)
            return true;
        break;
    }
    d->place.fence = FENCE_NONE;
    return false;
}

/* Sets the place right behind the store of that step, if a fence there excludes the run. */
static bool find_place(advice *a, uint32_t position, uint32_t made, bool among_stores, delay *d)
{
    const trace_process *q = &a->t->steps[made].processes[position];
    d->behind = made;
    if (a->t->program->binds_barriers)
        return find_bound_place(a, position, made, d);
    among_stores &= !machine_traits(a->t->machine)->overwrites; /* where a slot is all there is, no barrier divides stores */
    d->place = (course_place){.fence = among_stores ? FENCE_STORES : FENCE_FULL, .type = q->type, .edge = edge_of(a->t, made, position)};
    bool good = try_place(a, d->place) == COURSE_EXCLUDED;
    if (!good && among_stores) {
        d->place.fence = FENCE_FULL;
        good = try_place(a, d->place) == COURSE_EXCLUDED;
    }
    if (!good)
        d->place.fence = FENCE_NONE;
    return good;
}

/* The step that made the youngest of the stores that others use and that the step overtook. */
static uint32_t youngest_overtaken(const advice *a, const trace_overtake *o)
{
    const trace_process *q = &trace_before(a->t, o->step)->processes[a->t->steps[o->step].step.process];
    uint32_t youngest = o->store.step;
    for (uint32_t i = 0; i < q->store_count; i++) {
        if (o->by == BY_COMMIT && q->stores[i].element == o->element)
            break;
        if (!a->t->alone || !a->t->alone[q->stores[i].element])
            youngest = q->stores[i].step;
    }
    return youngest;
}

/* ---- Choosing ---- */

static bool is_told(const advice *a, const char *owner)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (a->told[i].owner == owner)
            return true;
    return false;
}

static bool is_wanted(const trace_overtake *o, bool outside)
{
    return o->found && overtake_is_access(o) != outside;
}

/* The last one of each process. */
static void choose_overtakes(advice *a, bool outside, bool must_be_missed, bool must_help)
{
    const trace *t = a->t;
    for (uint32_t i = t->step_count; i-- > 0 && a->count < MOST_TOLD;) {
        const trace_overtake *o = &a->overtakes[i];
        if (!is_wanted(o, outside) || (must_be_missed && o->missed == t->step_count) || is_told(a, t->steps[i].process))
            continue;
        delay d = {.what = *o, .owner = t->steps[i].process};
        if (!must_help || find_place(a, t->steps[i].step.process, youngest_overtaken(a, o), o->by == BY_COMMIT, &d))
            a->told[a->count++] = d;
    }
}

/* Stores that others missed though their process did nothing more. */
static void choose_missed(advice *a, bool must_help)
{
    enum { MOST_LOOKED = 2000 }; /* each looks at all that follow */
    const trace *t = a->t;
    for (uint32_t i = t->step_count; i-- > 0 && t->step_count - i < MOST_LOOKED && a->count < MOST_TOLD;)
        for (uint32_t p = 0; p < t->steps[i].process_count && t->steps[i].kind != TRACE_COMMIT; p++) {
            const trace_process *q = &t->steps[i].processes[p];
            const trace_store *last = q->store_count ? &q->stores[q->store_count - 1] : NULL;
            uint32_t missed = last && last->step == i ? trace_find_missed(t, q->name, last) : t->step_count;
            delay d = {.what = {.store = last ? *last : (trace_store){0}, .missed = missed}, .owner = q->name};
            if (missed < t->step_count && a->count < MOST_TOLD && !is_told(a, q->name) && (!must_help || find_place(a, p, i, false, &d)))
                a->told[a->count++] = d;
        }
}

/* ---- Words ---- */

static void tell_store(const trace *t, const delay *d, strbuf *out)
{
    strbuf_add(out, " The store ");
    trace_element_text(t, d->what.store.element, d->what.store.value, " = ", out);
    strbuf_printf(out, " of %s (", d->owner);
    trace_add_place(t, d->what.store.step, out);
    strbuf_add_char(out, ')');
}

/* The last step before the end, from `first` on, in which the owner's store to the element reached memory. */
static uint32_t find_commit(const trace *t, const char *owner, const trace_store *store)
{
    for (uint32_t i = store->step + 1; i < t->step_count; i++)
        if (t->steps[i].process == owner && t->steps[i].kind == TRACE_COMMIT && t->steps[i].element == store->element)
            return i;
    return NO_STEP;
}

/* Who wrote the element last between two steps; NO_STEP: nobody but the owner. */
static uint32_t find_newer(const trace *t, const char *owner, uint32_t element, uint32_t first, uint32_t end)
{
    for (uint32_t i = end; i-- > first;)
        if (trace_before(t, i)->memory[element] != t->steps[i].memory[element])
            return t->steps[i].process == owner ? NO_STEP : i;
    return NO_STEP;
}

static void tell_late_commit(const trace *t, const delay *d, strbuf *out)
{
    const trace_store *store = &d->what.store;
    uint32_t at = find_commit(t, d->owner, store);
    if (at == NO_STEP)
        return;
    uint32_t newer = find_newer(t, d->owner, store->element, store->step + 1, at);
    strbuf_printf(out, " It reached memory only in step %u", at + 1);
    if (newer != NO_STEP && t->steps[newer].memory[store->element] != store->value) {
        strbuf_add(out, ", burying the newer ");
        trace_element_text(t, store->element, t->steps[newer].memory[store->element], " = ", out);
    }
    strbuf_add(out, ".");
}

/* The old value that another process read. */
static void tell_missed(const trace *t, const delay *d, strbuf *out)
{
    const trace_step *s = &t->steps[d->what.missed];
    for (uint32_t i = 0; i < s->read_count; i++)
        if (s->reads[i].element == d->what.store.element) {
            strbuf_printf(out, d->what.found ? " %s therefore still read the old value " : " when %s read the old value ", s->process);
            trace_element_text(t, s->reads[i].element, s->reads[i].value, " = ", out);
            strbuf_add(out, " (");
            trace_add_place(t, d->what.missed, out);
            strbuf_add(out, ").");
            return;
        }
}

static void tell_overtaker(const trace *t, const delay *d, strbuf *out)
{
    const trace_overtake *o = &d->what;
    if (o->by == BY_COMMIT) {
        strbuf_add(out, " when its later store ");
        trace_element_text(t, o->element, o->value, " = ", out);
        strbuf_printf(out, " reached memory (step %u).", o->step + 1);
        return;
    }
    strbuf_printf(out, " when %s went on and ", d->owner);
    if (o->by == BY_MESSAGE)
        strbuf_printf(out, "did %s, which no store buffer delays", t->steps[o->step].text);
    else {
        strbuf_add(out, o->by == BY_GHOST ? "set " : "read ");
        trace_element_text(t, o->element, o->value, " = ", out);
        strbuf_add(out, o->by == BY_GHOST ? ", which no store buffer delays" : "");
    }
    strbuf_add(out, " (");
    trace_add_place(t, o->step, out);
    strbuf_add(out, ").");
}

static const edge *edge_made(const trace *t, uint32_t at, const char *owner, const process_type **type)
{
    const trace_step *s = &t->steps[at];
    uint32_t position = s->step.process;
    if (s->process != owner && s->step.partner >= 0)
        position = (uint32_t)s->step.partner;
    *type = &t->program->processes.data[trace_before(t, at)->processes[position].type];
    return &(*type)->edges.data[edge_of(t, at, position)];
}

static bool is_in_block(const trace *t, uint32_t at, const char *owner)
{
    const process_type *type;
    const edge *e = edge_made(t, at, owner, &type);
    return course_is_in_block(type, e);
}

static void tell_delay(const trace *t, const delay *d, strbuf *out)
{
    tell_store(t, d, out);
    strbuf_add(out, " was still waiting in its store buffer");
    if (d->what.found)
        tell_overtaker(t, d, out);
    if (d->what.missed < t->step_count)
        tell_missed(t, d, out);
    else
        tell_late_commit(t, d, out);
    if (is_in_block(t, d->what.store.step, d->owner))
        strbuf_add(out, " An atomic block is no fence: its stores wait, too.");
}

/* "A fence in P right behind turn = other (line 22), before line 23, rules out this run." */
static void tell_place(const trace *t, const delay *d, strbuf *out)
{
    const process_type *type = &t->program->processes.data[d->place.type];
    const edge *e = &type->edges.data[d->place.edge];
    if (d->place.fence == FENCE_BOUND) {
        strbuf_printf(out, " A barrier at line %u (barrier %s.%u in the list of --atomic) rules out this run.", e->where.line, type->name,
                      process_number_of_edge(type, d->place.edge));
        return;
    }
    strbuf_printf(out, " A %sfence in %s right behind %s", d->place.fence == FENCE_STORES ? "store-store " : "", type->name, e->text ? e->text : "the store");
    if (e->where.line)
        strbuf_printf(out, " (line %u)", e->where.line);
    if (is_in_block(t, d->behind, d->owner))
        strbuf_add(out, ", inside the block,");
    else if (d->what.found && t->steps[d->what.step].where.line > e->where.line)
        strbuf_printf(out, ", before line %u,", t->steps[d->what.step].where.line);
    strbuf_add(out, " rules out this run.");
}

static bool is_same_place(const delay *a, const delay *b)
{
    return a->place.type == b->place.type && a->place.edge == b->place.edge && a->place.fence == b->place.fence;
}

static void tell_all(const advice *a)
{
    bool any = false;
    if (!a->count)
        strbuf_add(a->out, " No load of this run overtook an older store.");
    for (uint32_t i = a->count; i-- > 0;)
        tell_delay(a->t, &a->told[i], a->out);
    for (uint32_t i = a->count; i-- > 0;) {
        bool repeated = a->told[i].place.fence == FENCE_NONE;
        for (uint32_t k = i + 1; k < a->count; k++)
            repeated |= is_same_place(&a->told[k], &a->told[i]);
        if (!repeated)
            tell_place(a->t, &a->told[i], a->out);
        any |= !repeated;
    }
    strbuf_add(a->out, any ? " Other runs may need other fences: tarry fence finds what rules out all of them." : " tarry fence tells whether fences help, and which.");
}

/* ---- Stores that come late and overwrite ---- */

/* The last commit that buried a newer value of another process; false: there is none. */
static bool find_burial(advice *a, delay *d, uint32_t *at, uint32_t *newer)
{
    const trace *t = a->t;
    for (*at = t->step_count; (*at)-- > 0;) {
        const trace_step *s = &t->steps[*at];
        if (s->kind != TRACE_COMMIT)
            continue;
        const trace_process *q = &trace_before(t, *at)->processes[s->step.process];
        for (uint32_t i = 0; i < q->store_count; i++) {
            const trace_store *store = &q->stores[i];
            if (store->element != s->step.element)
                continue;
            *newer = find_newer(t, s->process, store->element, store->step + 1, *at);
            if (*newer != NO_STEP && t->steps[*newer].memory[store->element] != store->value) {
                *d = (delay){.what = {.store = *store, .missed = t->step_count}, .owner = s->process};
                find_place(a, s->step.process, store->step, false, d);
                return true;
            }
            break;
        }
    }
    return false;
}

static bool tell_burial(advice *a)
{
    const trace *t = a->t;
    uint32_t at, newer;
    delay d;
    if (!find_burial(a, &d, &at, &newer))
        return false;
    tell_store(t, &d, a->out);
    strbuf_printf(a->out, " reached memory only in step %u, and overwrote the newer ", at + 1);
    trace_element_text(t, d.what.store.element, t->steps[newer].memory[d.what.store.element], " = ", a->out);
    strbuf_printf(a->out, " of %s (", t->steps[newer].process);
    trace_add_place(t, newer, a->out);
    strbuf_add(a->out, ").");
    if (d.place.fence != FENCE_NONE) {
        tell_place(t, &d, a->out);
        strbuf_add(a->out, " Other runs may need other fences: tarry fence finds what rules out all of them.");
    } else {
        strbuf_printf(a->out, " No load of %s overtook it: a fence does not order it with stores of others.", d.owner);
    }
    return true;
}

/* ---- All ---- */

/* Whether a run that never ends needs any delay is not tried. */
static void advise_on_loop(advice *a)
{
    for (int must_help = 1; must_help >= 0 && !a->count; must_help--)
        for (int must_be_missed = 1; must_be_missed >= 0 && !a->count; must_be_missed--)
            choose_overtakes(a, false, must_be_missed, must_help);
    if (a->count)
        tell_all(a);
    else
        strbuf_add(a->out, " No load of this run overtook an older store: look at the algorithm itself before adding fences.");
}

void trace_advise(const trace *t, const trace_overtake *overtakes, const property_list *properties, strbuf *out)
{
    advice a = {.t = t, .overtakes = overtakes, .properties = properties, .out = out, .work = MOST_WORK};
    machine ordered = {.memory = MEMORY_SC};
    if (!t->step_count || property_at(properties, t->property)->kind == PROPERTY_OVERFLOW)
        return;
    if (property_at(properties, t->property)->temporal) {
        advise_on_loop(&a);
        return;
    }
    if (course_try(t, ordered, (course_place){.fence = FENCE_NONE}, properties, &a.work) == COURSE_POSSIBLE) {
        strbuf_add(out, " No store had to wait for that: the same steps in the same order lead there under sequential consistency, too. Look at the algorithm itself before adding fences.");
        return;
    }
    choose_overtakes(&a, false, true, true);
    if (!a.count)
        choose_overtakes(&a, true, true, true);
    if (!a.count)
        choose_missed(&a, true);
    if (!a.count)
        choose_overtakes(&a, false, false, true);
    if (!a.count && tell_burial(&a))
        return;
    if (!a.count)
        choose_overtakes(&a, true, false, true);
    for (int must_be_missed = 1; must_be_missed >= 0 && !a.count; must_be_missed--)
        choose_overtakes(&a, false, must_be_missed, false);
    if (!a.count)
        choose_missed(&a, false);
    tell_all(&a);
}

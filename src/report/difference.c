/* difference.c: the first property on which memory models differ, in words. */
#include "report/difference.h"

#include <string.h>

#include "trace/explain.h"
#include "trace/flow.h"

/* ---- Why a run is none of another model ---- */
static void add_store(const trace *t, uint32_t element, int32_t value, uint32_t at, strbuf *out)
{
    trace_element_text(t, element, value, " = ", out);
    strbuf_add(out, " (");
    trace_add_place(t, at, out);
    strbuf_add_char(out, ')');
}

static void add_overtake(const trace *t, const trace_overtake *o, strbuf *out)
{
    trace_add_place(t, o->step, out);
    strbuf_printf(out, ", %s ", t->steps[o->step].process);
    switch (o->by) {
    case BY_LOAD: strbuf_add(out, "reads "); break;
    case BY_COMMIT: strbuf_add(out, "has its store "); break;
    case BY_GHOST: strbuf_add(out, "sets "); break;
    case BY_MESSAGE: strbuf_add(out, "sends or receives a message"); break;
    }
    if (o->by != BY_MESSAGE)
        trace_element_text(t, o->element, o->value, " = ", out);
    strbuf_add(out, o->by == BY_COMMIT ? " reach memory while its older store " : " while its own store ");
    add_store(t, o->store.element, o->store.value, o->store.step, out);
    strbuf_add(out, " still waits");
}

/* The first step that gets ahead of an older store of its process; one that another process misses, if there is any. NULL: there is none. */
static const trace_overtake *first_overtake(arena *memory, const trace *t, bool commits_only)
{
    const trace_overtake *all = trace_find_overtakes(memory, t), *found = NULL;
    for (uint32_t i = 0; i < t->step_count; i++) {
        const trace_overtake *o = &all[i];
        if (!o->found || (commits_only && o->by != BY_COMMIT))
            continue;
        if (o->missed < t->step_count && overtake_is_access(o))
            return o;
        found = found ? found : o;
    }
    return found;
}

/* A store that is not in memory right after the step that made it. */
static bool explain_late(arena *memory, const trace *t, strbuf *out)
{
    trace_flow flow = trace_find_flow(memory, t);
    for (uint32_t i = 0; i < flow.write_count; i++) {
        const flow_write *w = &flow.writes[i];
        if (w->reached == w->made)
            continue;
        strbuf_printf(out, "the store of %s ", w->process);
        add_store(t, w->element, w->value, w->made, out);
        if (w->reached == FLOW_NONE)
            strbuf_add(out, " does not reach memory in it");
        else
            strbuf_printf(out, " reaches memory only in step %u", w->reached + 1);
        return true;
    }
    return false;
}

/* A store that a younger one has replaced in its slot. */
static bool explain_replaced(arena *memory, const trace *t, strbuf *out)
{
    trace_flow flow = trace_find_flow(memory, t);
    for (uint32_t i = 0; i < flow.write_count; i++) {
        const flow_write *w = &flow.writes[i];
        if (w->reached != FLOW_NONE || w->left == FLOW_NONE)
            continue;
        strbuf_printf(out, "the store of %s ", w->process);
        add_store(t, w->element, w->value, w->made, out);
        strbuf_printf(out, " is replaced in its slot in step %u, and never reaches memory", w->left + 1);
        return true;
    }
    return false;
}

/* More stores of a process than fit the one buffer that it has under the other model. */
static bool explain_room(const trace *t, uint32_t bound, strbuf *out)
{
    for (uint32_t i = 0; i < t->step_count && bound; i++)
        for (uint32_t q = 0; q < t->steps[i].process_count; q++) {
            const trace_process *p = &t->steps[i].processes[q];
            if (p->store_count <= bound)
                continue;
            strbuf_printf(out, "where a process has one buffer, for at most %u store%s: after ", bound, bound == 1 ? "" : "s");
            trace_add_place(t, i, out);
            strbuf_printf(out, ", %u stores of %s wait", p->store_count, p->name);
            return true;
        }
    return false;
}

/* Two stores of a process to one location wait at once: a slot holds one. */
static bool explain_slot(const trace *t, strbuf *out)
{
    for (uint32_t i = 0; i < t->step_count; i++)
        for (uint32_t q = 0; q < t->steps[i].process_count; q++) {
            const trace_process *p = &t->steps[i].processes[q];
            for (uint32_t k = 1; k < p->store_count; k++)
                for (uint32_t older = 0; older < k; older++)
                    if (p->stores[older].element == p->stores[k].element) {
                        strbuf_add(out, "after ");
                        trace_add_place(t, i, out);
                        strbuf_printf(out, ", the stores of %s ", p->name);
                        add_store(t, p->stores[older].element, p->stores[older].value, p->stores[older].step, out);
                        strbuf_add(out, " and ");
                        add_store(t, p->stores[k].element, p->stores[k].value, p->stores[k].step, out);
                        strbuf_add(out, " both wait");
                        return true;
                    }
        }
    return false;
}

static const char *rule_of(const memory_traits *memory)
{
    return !memory->has_buffers    ? "where stores are in memory at once: "
           : !memory->per_location ? "where the stores of a process reach memory in the order in which it makes them: "
           : memory->overwrites    ? "where a store takes the place of one to its location that waits: "
                                   : "where stores to one location reach memory one by one: ";
}

/* The first thing in the run that the other model does not do; false: none is known. */
static bool explain_impossible(arena *memory, const trace *t, machine on, strbuf *out)
{
    const memory_traits *other = machine_traits(on);
    if (memory_is_approximation(on.memory)) /* it has no such rule */
        return false;
    strbuf_add(out, rule_of(other));
    const trace_overtake *o = other->per_location ? NULL : first_overtake(memory, t, other->has_buffers);
    if (o) {
        strbuf_add(out, "in ");
        add_overtake(t, o, out);
        return true;
    }
    if (!other->has_buffers)
        return explain_late(memory, t, out);
    if (other->overwrites ? explain_slot(t, out) : explain_replaced(memory, t, out))
        return true;
    strbuf_clear(out);
    return !other->per_location && explain_room(t, on.buffer, out);
}

/* ---- Which property ---- */
/* The property of that name: usually that with the same number, which matters where two have one name. */
static uint32_t find_property(const report *r, uint32_t number, const char *name)
{
    uint32_t i = 0, count = (uint32_t)r->properties->items.count;
    if (number < count && !strcmp(r->properties->items.data[number].name, name))
        return number;
    while (i < count && strcmp(r->properties->items.data[i].name, name))
        i++;
    return i;
}

static const trace *trace_of(const report *r, property_ref which)
{
    for (uint32_t i = 0; i < r->trace_count; i++)
        if (property_is(r->traces[i]->property, which))
            return r->traces[i];
    return NULL;
}

static bool contradict(report_verdict a, report_verdict b)
{
    return a != b && a != REPORT_UNKNOWN && b != REPORT_UNKNOWN;
}

static const char *words_of(report_verdict v)
{
    return v == REPORT_HOLDS ? "holds" : "is violated";
}

static const char *describe(arena *memory, const report *earlier, property_ref there, const report *later, property_ref here)
{
    strbuf text = {0}, why = {0};
    const char *first = machine_traits(earlier->machine)->title, *second = machine_traits(later->machine)->title;
    strbuf_printf(&text, "%s: it %s under %s and %s under %s.", property_at(later->properties, here)->name, words_of(report_property_verdict(earlier, there)), first,
                  words_of(report_property_verdict(later, here)), second);
    bool is_later = trace_of(later, here);
    const trace *t = is_later ? trace_of(later, here) : trace_of(earlier, there);
    const report *other = is_later ? earlier : later;
    machine on = {.memory = other->machine.memory, .buffer = other->options->buffer};
    if (t && explain_impossible(memory, t, on, &why))
        strbuf_printf(&text, " Its run under %s is not possible under %s, %s.", is_later ? second : first, is_later ? first : second, strbuf_text(&why));
    const char *kept = arena_strdup(memory, strbuf_text(&text));
    strbuf_release(&text);
    strbuf_release(&why);
    return kept;
}

/* On the first property of which they say opposite things. */
static const char *compare(arena *memory, const report *earlier, const report *later)
{
    for (uint32_t i = 0; i < later->properties->items.count; i++) {
        uint32_t k = find_property(earlier, i, later->properties->items.data[i].name);
        if (k < earlier->properties->items.count && contradict(report_property_verdict(earlier, (property_ref){k}), report_property_verdict(later, (property_ref){i})))
            return describe(memory, earlier, (property_ref){k}, later, (property_ref){i});
    }
    return NULL;
}

bool report_find_difference(arena *memory, const report *const *reports, size_t count, size_t *which, const char **text)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k-- > 0;)
            if (reports[i] && reports[k] && (*text = compare(memory, reports[k], reports[i]))) {
                *which = i;
                return true;
            }
    return false;
}

void report_add_verdicts(const report *const *reports, size_t count, strbuf *out)
{
    const report *before = NULL;
    for (size_t i = 0; i < count; i++) {
        const report *r = reports[i], *after = NULL;
        for (size_t k = i + 1; r && !after && k < count; k++)
            after = reports[k];
        if (!r)
            continue;
        if (before && before->verdict == r->verdict)
            strbuf_add(out, after && after->verdict == r->verdict ? ", " : " and ");
        else
            strbuf_printf(out, "%s%s under ", before ? "; " : "", report_verdict_name(r->verdict));
        strbuf_add(out, machine_traits(r->machine)->title);
        before = r;
    }
}

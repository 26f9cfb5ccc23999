/* dot_events.c: a run as a graph of reads and writes. */
#include <string.h>

#include "report/dot.h"
#include "trace/explain.h"
#include "trace/flow.h"

enum { MOST_EVENTS = 400 }; /* the last ones, of a longer run */

typedef enum event_kind { EVENT_READ, EVENT_WRITE, EVENT_FENCE } event_kind;

typedef struct event {
    event_kind kind;
    uint32_t step, number; /* of the read or the write in the flow */
} event;

typedef struct drawing {
    const trace *t;
    trace_flow flow;
    uint32_t graph;            /* number of the run, in front of all names */
    VEC(event) events;         /* by step; what a step reads comes before what it writes, unless it is that */
    uint32_t first;            /* of those that are drawn */
    uint32_t *event_of_write;  /* by write */
    strbuf *out;
} drawing;

/* ---- Events ---- */
static bool is_fence(trace_kind kind)
{
    return kind == TRACE_FENCE || kind == TRACE_SYNC;
}

/* The reads of a step, from `first` on, that see what the same step wrote, or the others. */
static uint32_t add_reads(drawing *d, uint32_t at, uint32_t first, bool own)
{
    uint32_t read = first;
    for (; read < d->flow.read_count && d->flow.reads[read].step == at; read++) {
        uint32_t seen = d->flow.reads[read].write;
        if ((seen != FLOW_NONE && d->flow.writes[seen].made == at) == own)
            vec_push(&d->events, ((event){EVENT_READ, at, read}));
    }
    return read;
}

static void find_events(drawing *d)
{
    uint32_t read = 0, write = 0;
    for (uint32_t at = 0; at < d->t->step_count; at++) {
        uint32_t first_read = read;
        read = add_reads(d, at, first_read, false);
        for (; write < d->flow.write_count && d->flow.writes[write].made == at; write++) {
            d->event_of_write[write] = (uint32_t)d->events.count;
            vec_push(&d->events, ((event){EVENT_WRITE, at, write}));
        }
        add_reads(d, at, first_read, true);
        if (is_fence(d->t->steps[at].kind))
            vec_push(&d->events, ((event){EVENT_FENCE, at, 0}));
    }
    d->first = d->events.count > MOST_EVENTS ? (uint32_t)d->events.count - MOST_EVENTS : 0;
}

static void add_event_text(const drawing *d, const event *e, strbuf *text)
{
    const trace_step *s = &d->t->steps[e->step];
    if (e->kind == EVENT_FENCE) {
        strbuf_add(text, s->text);
    } else {
        bool reads = e->kind == EVENT_READ;
        const flow_write *w = &d->flow.writes[reads ? 0 : e->number];
        const flow_read *r = &d->flow.reads[reads ? e->number : 0];
        strbuf_add(text, reads ? "R " : "W ");
        trace_element_text(d->t, reads ? r->element : w->element, reads ? r->value : w->value, "=", text);
    }
    strbuf_printf(text, "\nstep %u", e->step + 1);
    if (s->where.line)
        strbuf_printf(text, ", line %u", s->where.line);
}

static void add_event(const drawing *d, uint32_t number)
{
    strbuf text = {0};
    add_event_text(d, &d->events.data[number], &text);
    strbuf_printf(d->out, "    e%u_%u [label=", d->graph, number);
    strbuf_add_quoted(d->out, strbuf_text(&text));
    strbuf_add(d->out, "];\n");
    strbuf_release(&text);
}

/* A column for each process, its events in program order. */
static void add_process(const drawing *d, const char *name, uint32_t column)
{
    uint32_t before = FLOW_NONE;
    strbuf_printf(d->out, "  subgraph cluster_%u_%u {\n    color=gray;\n    label=", d->graph, column);
    strbuf_add_quoted(d->out, name);
    strbuf_add(d->out, ";\n");
    for (uint32_t i = d->first; i < d->events.count; i++) {
        if (d->t->steps[d->events.data[i].step].process != name)
            continue;
        add_event(d, i);
        if (before != FLOW_NONE)
            strbuf_printf(d->out, "    e%u_%u -> e%u_%u [label=\"po\"];\n", d->graph, before, d->graph, i);
        before = i;
    }
    strbuf_add(d->out, "  }\n");
}

static void add_processes(const drawing *d)
{
    VEC(const char *) names = {0};
    for (uint32_t i = d->first; i < d->events.count; i++) {
        const char *name = d->t->steps[d->events.data[i].step].process;
        bool known = false;
        for (size_t k = 0; k < names.count; k++)
            known |= names.data[k] == name;
        if (!known)
            vec_push(&names, name);
    }
    for (size_t i = 0; i < names.count; i++)
        add_process(d, names.data[i], (uint32_t)i);
    vec_release(&names);
}

/* ---- Relations ---- */
static void add_relation(const drawing *d, uint32_t from, uint32_t to, const char *name, const char *colour)
{
    if (from >= d->first && to >= d->first)
        strbuf_printf(d->out, "  e%u_%u -> e%u_%u [label=\"%s\", color=\"%s\", fontcolor=\"%s\", constraint=false];\n", d->graph, from, d->graph, to, name, colour, colour);
}

/* Is write b later in the coherence order than a? What waits at the end comes to memory after all that is there, in the order in which it was made; what a younger store replaced never
 * comes. */
static bool is_later(const flow_write *a, const flow_write *b)
{
    if (a->reached != b->reached)
        return a->reached < b->reached;
    return a < b;
}

static bool counts(const flow_write *w)
{
    return w->reached != FLOW_NONE || w->left == FLOW_NONE;
}

/* The next write to the element in coherence order, after `after` (FLOW_NONE: the first). */
static uint32_t next_write(const drawing *d, uint32_t element, uint32_t after)
{
    uint32_t found = FLOW_NONE;
    for (uint32_t i = 0; i < d->flow.write_count; i++) {
        const flow_write *w = &d->flow.writes[i];
        if (w->element != element || !counts(w) || (after != FLOW_NONE && !is_later(&d->flow.writes[after], w)))
            continue;
        if (found == FLOW_NONE || is_later(w, &d->flow.writes[found]))
            found = i;
    }
    return found;
}

static void add_relations(const drawing *d)
{
    for (uint32_t i = 0; i < d->flow.write_count; i++) {
        uint32_t next = counts(&d->flow.writes[i]) ? next_write(d, d->flow.writes[i].element, i) : FLOW_NONE;
        if (next != FLOW_NONE)
            add_relation(d, d->event_of_write[i], d->event_of_write[next], "co", "saddlebrown");
    }
    for (uint32_t i = d->first; i < d->events.count; i++) {
        if (d->events.data[i].kind != EVENT_READ)
            continue;
        const flow_read *r = &d->flow.reads[d->events.data[i].number];
        uint32_t next = next_write(d, r->element, r->write);
        if (r->write != FLOW_NONE)
            add_relation(d, d->event_of_write[r->write], i, "rf", "red");
        if (next != FLOW_NONE && d->flow.writes[next].made != r->step) /* not what a locked instruction writes itself */
            add_relation(d, i, d->event_of_write[next], "fr", "darkorange3");
    }
}

void report_dot_events(const trace *t, uint32_t number, strbuf *out)
{
    arena *memory = arena_new();
    drawing d = {.t = t, .flow = trace_find_flow(memory, t), .graph = number, .out = out};
    d.event_of_write = ARENA_ARRAY(memory, uint32_t, d.flow.write_count + 1);
    find_events(&d);
    if (d.first)
        strbuf_printf(out, "  // the first %u events are left out\n", d.first);
    add_processes(&d);
    add_relations(&d);
    vec_release(&d.events);
    arena_free(memory);
}

/* write.c: a cycle as the text of a litmus test.
 *
 * Events between two edges that lead to another location are at one location. Along the cycle each write to a location gets the next number, and each
 * read is to see the last number before it: so the values of the reads, and the last value where there are two writes, tell that the cycle was taken.
 * Values cannot tell that where all events are at one location; then the condition asks for any state that is not coherent. */
#include <string.h>

#include "base/bug.h"
#include "base/vec.h"
#include "litmus/cycle.h"

enum { MAX_CELLS = 3 * CYCLE_MAX_EDGES, REGISTERS = 7 };
static const char *const registers[REGISTERS] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP"};

typedef struct event {
    direction direction;
    uint32_t thread, location, value;
    bool locked;        /* a write by XCHG */
} event;

typedef struct column {
    char cells[MAX_CELLS][24];
    uint32_t count, registers;
    size_t width;
} column;

typedef struct test {
    const cycle *cycle;
    event events[CYCLE_MAX_EDGES];
    column columns[CYCLE_MAX_THREADS];
    uint32_t threads, locations;
    uint32_t writes[CYCLE_MAX_EDGES]; /* to each location */
    strbuf condition, shown;
    access accesses[CYCLE_MAX_COHERENCE]; /* of a cycle at one location only */
    const char *read_into[CYCLE_MAX_COHERENCE]; /* by each access that reads: the register */
    uint32_t access_count, read_count;
} test;

static char location_name(uint32_t location)
{
    static const char names[] = "xyzabcdefghijklmnopqrstuvw";
    CHECK(location < sizeof names - 1);
    return names[location];
}

static const edge *edge_before(const test *t, uint32_t i)
{
    return t->cycle->edges[(i + t->cycle->count - 1) % t->cycle->count];
}

/* Locations are named in the order in which threads use them; event 0 is at the first one. */
static void place_events(test *t)
{
    const cycle *c = t->cycle;
    uint32_t start = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        event *e = &t->events[i];
        if (i && edge_is_external(edge_before(t, i)))
            t->threads++;
        if (i && !edge_before(t, i)->same_location)
            t->locations++;
        *e = (event){.direction = c->edges[i]->from, .thread = t->threads, .location = t->locations,
                     .locked = c->edges[i]->means == MEANS_LOCKED_SOURCE || edge_before(t, i)->means == MEANS_LOCKED_TARGET ||
                               edge_before(t, i)->means == MEANS_ONE_INSTRUCTION};
    }
    t->threads++;
    if (edge_before(t, 0)->same_location && t->locations) /* the last stretch goes on at the start */
        for (uint32_t i = 0, last = t->locations; i < c->count; i++)
            t->events[i].location = t->events[i].location == last ? 0 : t->events[i].location;
    else
        t->locations++;
    while (c->edges[start]->same_location && start + 1 < c->count)
        start++;
    for (uint32_t i = start + 1; i <= start + c->count; i++) {
        event *e = &t->events[i % c->count];
        t->writes[e->location] += e->direction == WRITE;
        e->value = t->writes[e->location];
    }
}

static void add_cell(column *c, const char *text)
{
    CHECK(c->count < MAX_CELLS && strlen(text) < sizeof c->cells[0]);
    strcpy(c->cells[c->count++], text);
    c->width = strlen(text) > c->width ? strlen(text) : c->width;
}

static void add_text(column *c, const char *before, const event *e, const char *after)
{
    strbuf text = {0};
    strbuf_printf(&text, "%s[%c]%s", before, location_name(e->location), after);
    add_cell(c, strbuf_text(&text));
    strbuf_release(&text);
}

/* Asks in the condition that the read sees its value; at a location without writes every read does. */
static void want_read(test *t, const event *e, const char *name)
{
    if (!t->writes[e->location])
        return;
    strbuf_printf(&t->condition, "%s%u:%s=%u", t->condition.length ? " /\\ " : "", e->thread, name, e->value);
}

/* Adds to what coherence_states is asked. */
static void note_access(test *t, const event *e, const char *read_into)
{
    if (!cycle_stays(t->cycle))
        return;
    t->accesses[t->access_count++] = (access){.thread = e->thread, .reads = read_into, .writes = e->direction == WRITE, .value = (int32_t)e->value};
    if (read_into)
        t->read_into[t->read_count++] = read_into;
}

/* XCHG leaves what it read in the register: the value of a read of the cycle, or something to be shown. */
static void add_exchange(test *t, const event *write, const event *read)
{
    column *c = &t->columns[write->thread];
    const char *name = registers[c->registers++];
    strbuf text = {0};
    strbuf_printf(&text, "MOV %s,$%u", name, write->value);
    add_cell(c, strbuf_text(&text));
    strbuf_clear(&text);
    strbuf_printf(&text, ",%s", name);
    add_text(c, "XCHG ", write, strbuf_text(&text));
    strbuf_release(&text);
    if (read)
        want_read(t, read, name);
    else
        strbuf_printf(&t->shown, "%u:%s; ", write->thread, name);
    note_access(t, write, name);
}

static void add_event(test *t, uint32_t i)
{
    const edge *to = t->cycle->edges[i], *from = edge_before(t, i);
    const event *e = &t->events[i];
    column *c = &t->columns[e->thread];
    strbuf text = {0};
    if (e->locked) {
        add_exchange(t, e, from->means == MEANS_ONE_INSTRUCTION ? &t->events[(i + t->cycle->count - 1) % t->cycle->count] : NULL);
    } else if (e->direction == WRITE) {
        strbuf_printf(&text, ",$%u", e->value);
        add_text(c, "MOV ", e, strbuf_text(&text));
        note_access(t, e, NULL);
    } else if (to->means != MEANS_ONE_INSTRUCTION) {
        const char *name = registers[c->registers++];
        strbuf_printf(&text, "MOV %s,", name);
        add_text(c, strbuf_text(&text), e, "");
        want_read(t, e, name);
        note_access(t, e, name);
    }
    strbuf_release(&text);
    if (to->means == MEANS_MFENCE || to->means == MEANS_SFENCE)
        add_cell(c, to->means == MEANS_MFENCE ? "MFENCE" : "SFENCE");
}

static void add_rows(const test *t, strbuf *out)
{
    uint32_t rows = 0;
    for (uint32_t i = 0; i < t->threads; i++)
        rows = t->columns[i].count > rows ? t->columns[i].count : rows;
    for (uint32_t i = 0; i < t->threads; i++)
        strbuf_printf(out, "%s P%-*u", i ? " |" : "", (int)t->columns[i].width - 1, i);
    strbuf_add(out, " ;\n");
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t i = 0; i < t->threads; i++)
            strbuf_printf(out, "%s %-*s", i ? " |" : "", (int)t->columns[i].width, row < t->columns[i].count ? t->columns[i].cells[row] : "");
        strbuf_add(out, " ;\n");
    }
}

bool cycle_fits(const cycle *c, strbuf *error)
{
    uint32_t used = 0, locations = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const edge *before = c->edges[(i + c->count - 1) % c->count];
        used = edge_is_external(before) ? 0 : used;
        used += c->edges[i]->from == READ || c->edges[i]->means == MEANS_LOCKED_SOURCE || before->means == MEANS_LOCKED_TARGET;
        locations += !before->same_location;
        if (used > REGISTERS || locations > 26) {
            strbuf_printf(error, "a thread has registers for %d reads and locked writes, and there are names for 26 locations", REGISTERS);
            return false;
        }
    }
    return true;
}

/* Asks for the last values of locations, where there is more than one write to tell apart. */
static void want_last_values(test *t)
{
    for (uint32_t i = 0; i < t->locations; i++)
        if (t->writes[i] > 1)
            strbuf_printf(&t->condition, "%s%c=%u", t->condition.length ? " /\\ " : "", location_name(i), t->writes[i]);
}

/* Asks for a state that is not coherent, in place of what was asked for each event. */
static void want_incoherence(test *t)
{
    final_values_list states = {0};
    coherence_states(t->accesses, t->access_count, &states);
    strbuf_clear(&t->shown);
    strbuf_clear(&t->condition);
    for (size_t i = 0; i < states.count; i++) {
        strbuf_add(&t->condition, i ? " \\/ " : "not (");
        uint32_t read = 0;
        for (uint32_t k = 0; k < t->access_count; k++)
            if (t->accesses[k].reads) {
                strbuf_printf(&t->condition, "%u:%s=%d /\\ ", t->accesses[k].thread, t->read_into[read], states.data[i].values[read]);
                read++;
            }
        strbuf_printf(&t->condition, "%c=%d", location_name(0), states.data[i].values[read]);
    }
    strbuf_add_char(&t->condition, ')');
    vec_release(&states);
}

void cycle_write(const cycle *c, strbuf *out)
{
    test t = {.cycle = c};
    place_events(&t);
    for (uint32_t i = 0; i < c->count; i++)
        add_event(&t, i);
    if (cycle_stays(c))
        want_incoherence(&t);
    else
        want_last_values(&t);
    strbuf_add(out, "X86 ");
    cycle_name(c, out);
    strbuf_add(out, "\n\"");
    cycle_edges(c, out);
    strbuf_add(out, "\"\n{}\n");
    add_rows(&t, out);
    if (t.shown.length)
        strbuf_printf(out, "locations [%.*s]\n", (int)t.shown.length - 1, strbuf_text(&t.shown));
    strbuf_printf(out, "exists (%s)\n", strbuf_text(&t.condition));
    strbuf_release(&t.condition);
    strbuf_release(&t.shown);
}

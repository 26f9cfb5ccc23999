/* cycle.c: edges, and cycles of them: reading, checking, naming. */
#include "litmus/cycle.h"

#include <string.h>

#include "base/bug.h"

const edge edge_table[] = {
    {"Rfe", NULL, WRITE, READ, true, MEANS_NOTHING},
    {"Fre", NULL, READ, WRITE, true, MEANS_NOTHING},
    {"Coe", NULL, WRITE, WRITE, true, MEANS_NOTHING},
    {"PodRR", "po", READ, READ, false, MEANS_NOTHING},
    {"PodRW", "po", READ, WRITE, false, MEANS_NOTHING},
    {"PodWR", "po", WRITE, READ, false, MEANS_NOTHING},
    {"PodWW", "po", WRITE, WRITE, false, MEANS_NOTHING},
    {"MFencedRR", "mfence", READ, READ, false, MEANS_MFENCE},
    {"MFencedRW", "mfence", READ, WRITE, false, MEANS_MFENCE},
    {"MFencedWR", "mfence", WRITE, READ, false, MEANS_MFENCE},
    {"MFencedWW", "mfence", WRITE, WRITE, false, MEANS_MFENCE},
    {"SFencedWR", "sfence", WRITE, READ, false, MEANS_SFENCE},
    {"SFencedWW", "sfence", WRITE, WRITE, false, MEANS_SFENCE},
    {"PodWRANa", "poana", WRITE, READ, false, MEANS_LOCKED_SOURCE},
    {"PodWWANa", "poana", WRITE, WRITE, false, MEANS_LOCKED_SOURCE},
    {"PodRWNaA", "ponaa", READ, WRITE, false, MEANS_LOCKED_TARGET},
    {"PodWWNaA", "ponaa", WRITE, WRITE, false, MEANS_LOCKED_TARGET},
    {"Rfi", "rfi", WRITE, READ, true, MEANS_NOTHING},
    {"Exch", "rmw", READ, WRITE, true, MEANS_ONE_INSTRUCTION},
    {"PosRR", "pos", READ, READ, true, MEANS_NOTHING},
    {"PosRW", "pos", READ, WRITE, true, MEANS_NOTHING},
    {"PosWR", "pos", WRITE, READ, true, MEANS_NOTHING},
    {"PosWW", "pos", WRITE, WRITE, true, MEANS_NOTHING},
    {"MFencesRR", "mfences", READ, READ, true, MEANS_MFENCE},
    {"MFencesRW", "mfences", READ, WRITE, true, MEANS_MFENCE},
    {"MFencesWR", "mfences", WRITE, READ, true, MEANS_MFENCE},
    {"MFencesWW", "mfences", WRITE, WRITE, true, MEANS_MFENCE},
    {"SFencesWR", "sfences", WRITE, READ, true, MEANS_SFENCE},
    {"SFencesWW", "sfences", WRITE, WRITE, true, MEANS_SFENCE},
    {"PosWRANa", "posana", WRITE, READ, true, MEANS_LOCKED_SOURCE},
    {"PosWWANa", "posana", WRITE, WRITE, true, MEANS_LOCKED_SOURCE},
    {"PosRWNaA", "posnaa", READ, WRITE, true, MEANS_LOCKED_TARGET},
    {"PosWWNaA", "posnaa", WRITE, WRITE, true, MEANS_LOCKED_TARGET},
    {NULL, NULL, READ, READ, false, MEANS_NOTHING},
};

bool edge_is_external(const edge *e)
{
    return !e->suffix;
}

const edge *edge_between(direction from, direction to)
{
    for (const edge *e = edge_table; e->name; e++)
        if (edge_is_external(e) && e->from == from && e->to == to)
            return e;
    return NULL;
}

bool cycle_stays(const cycle *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (!c->edges[i]->same_location)
            return false;
    return true;
}

/* ---- Reading ---- */
static const edge *find_edge(const char *name, size_t length)
{
    if (length == 3 && !strncmp(name, "Wse", 3)) /* its older name */
        name = "Coe";
    for (const edge *e = edge_table; e->name; e++)
        if (strlen(e->name) == length && !strncmp(e->name, name, length))
            return e;
    return NULL;
}

static void say_unknown(const char *name, size_t length, strbuf *error)
{
    strbuf_printf(error, "unknown edge '%.*s'; known are:", (int)(length > 40 ? 40 : length), name);
    for (const edge *e = edge_table; e->name; e++)
        strbuf_printf(error, " %s", e->name);
}

bool cycle_parse(cycle *c, const char *text, strbuf *error)
{
    *c = (cycle){0};
    for (text += strspn(text, " \t\n"); *text; text += strspn(text, " \t\n")) {
        size_t length = strcspn(text, " \t\n");
        const edge *e = find_edge(text, length);
        if (!e) {
            say_unknown(text, length, error);
            return false;
        }
        if (c->count == CYCLE_MAX_EDGES) {
            strbuf_printf(error, "a cycle has at most %d edges", CYCLE_MAX_EDGES);
            return false;
        }
        c->edges[c->count++] = e;
        text += length;
    }
    return cycle_check(c, error);
}

/* ---- Threads ---- */
static const edge *edge_at(const cycle *c, uint32_t i)
{
    return c->edges[i % c->count];
}

static void turn(const cycle *c, uint32_t by, cycle *out)
{
    out->count = c->count;
    for (uint32_t i = 0; i < c->count; i++)
        out->edges[i] = edge_at(c, i + by);
}

/* "W" is a thread of one event. */
void cycle_shapes(const cycle *c, strbuf *out)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const edge *e = c->edges[i], *before = edge_at(c, i + c->count - 1);
        if (edge_is_external(before))
            strbuf_printf(out, "%s%c", i ? "+" : "", e->from == WRITE ? 'W' : 'R');
        if (edge_is_external(e) && !edge_is_external(before))
            strbuf_add_char(out, e->from == WRITE ? 'W' : 'R');
    }
}

/* "po+rfi-po": the edges of each thread that has some. A direction is given where neither edge tells it. */
static void add_suffixes(const cycle *c, strbuf *out)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const edge *e = c->edges[i], *next = edge_at(c, i + 1), *before = edge_at(c, i + c->count - 1);
        if (edge_is_external(e))
            continue;
        if (edge_is_external(before) && out->length)
            strbuf_add_char(out, '+');
        strbuf_add(out, e->suffix);
        if (edge_is_external(next))
            continue;
        bool told = !strcmp(e->suffix, "rfi") || !strcmp(e->suffix, "rmw") || !strcmp(next->suffix, "rfi") || !strcmp(next->suffix, "rmw");
        strbuf_add(out, told ? "-" : e->to == WRITE ? "W-" : "R-");
    }
}

/* Threads are put in an order of their shapes: W, WW, RR, RW, WR. */
static char shape_rank(const char *shape, size_t length)
{
    static const char *const order[] = {"W", "WW", "RR", "RW", "WR"};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (strlen(order[i]) == length && !strncmp(order[i], shape, length))
            return (char)('a' + i);
    BUG("a thread of another shape");
}

/* How many edges each thread has, in letters. */
static void add_lengths(const cycle *c, strbuf *out)
{
    char length = 'a';
    for (uint32_t i = 0; i < c->count; i++) {
        length = (char)(length + 1);
        if (!edge_is_external(c->edges[i]))
            continue;
        strbuf_add_char(out, length);
        length = 'a';
    }
}

/* What makes one turn of a cycle come before another: its shapes, then the lengths of its threads, then its suffixes. */
static void add_order(const cycle *c, strbuf *out)
{
    strbuf shapes = {0}, suffixes = {0};
    cycle_shapes(c, &shapes);
    for (const char *s = strbuf_text(&shapes); *s; s += s[strcspn(s, "+")] ? strcspn(s, "+") + 1 : strcspn(s, "+"))
        strbuf_add_char(out, shape_rank(s, strcspn(s, "+")));
    add_lengths(c, out);
    add_suffixes(c, &suffixes);
    strbuf_printf(out, " %s", strbuf_text(&suffixes));
    strbuf_release(&shapes);
    strbuf_release(&suffixes);
}

static void turn_to_first(cycle *c)
{
    cycle original = *c, turned;
    strbuf least = {0}, order = {0};
    for (uint32_t by = 0; by < original.count; by++) {
        turn(&original, by, &turned);
        if (!edge_is_external(turned.edges[turned.count - 1]))
            continue;
        strbuf_clear(&order);
        add_order(&turned, &order);
        if (!least.length || strcmp(strbuf_text(&order), strbuf_text(&least)) < 0) {
            strbuf_clear(&least);
            strbuf_add(&least, strbuf_text(&order));
            *c = turned;
        }
    }
    strbuf_release(&least);
    strbuf_release(&order);
}

/* ---- Checking ---- */
/* Two external edges in a row mean no more than a single one, but for Rfe after a write. At one location another write may stand beside the cycle, as
 * in CoWR. */
static bool are_one(const cycle *c, const edge *e, const edge *next)
{
    return edge_is_external(e) && edge_is_external(next) && (e->to == READ || (next->to == WRITE && !cycle_stays(c)));
}

static bool check_neighbours(const cycle *c, strbuf *error)
{
    uint32_t threads = 0, moves = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const edge *e = c->edges[i], *next = edge_at(c, i + 1);
        threads += edge_is_external(e);
        moves += !e->same_location;
        if (e->to != next->from)
            strbuf_printf(error, "%s ends in a %s, but %s starts with a %s", e->name, e->to == READ ? "read" : "write", next->name,
                          next->from == READ ? "read" : "write");
        else if (are_one(c, e, next))
            strbuf_printf(error, "%s %s is no more than one external edge: put an edge of a thread between them", e->name, next->name);
        else if (e->means == MEANS_ONE_INSTRUCTION && (next->means == MEANS_LOCKED_SOURCE || edge_at(c, i + c->count - 1)->means == MEANS_LOCKED_TARGET))
            strbuf_add(error, "Exch is a locked instruction already");
        else
            continue;
        return false;
    }
    uint32_t least = moves ? 2 : 1;
    if (threads < least || threads > CYCLE_MAX_THREADS)
        strbuf_printf(error, "a cycle needs %u to %d external edges (Rfe, Fre, Coe), one for each thread", least, CYCLE_MAX_THREADS);
    else if (threads == c->count)
        strbuf_add(error, "a cycle needs an edge of a thread, such as PosWW");
    else if (moves == 1)
        strbuf_add(error, "a cycle needs two edges or more that lead to another location, such as PodWR, or none");
    else if (!moves && c->count > CYCLE_MAX_COHERENCE)
        strbuf_printf(error, "a cycle at one location has at most %d edges: its condition has all final states", CYCLE_MAX_COHERENCE);
    else
        return true;
    return false;
}

/* A final value tells the order of two writes, not of three. Tests of coherence do not need to tell. */
static bool check_writes(const cycle *c, strbuf *error)
{
    uint32_t start = 0, writes = 0;
    if (cycle_stays(c))
        return true;
    while (c->edges[start]->same_location)
        start++;
    for (uint32_t i = start + 1; i <= start + c->count; i++) {
        writes += edge_at(c, i)->from == WRITE;
        if (writes > 2) {
            strbuf_add(error, "a location is written three times: its last value does not tell in which order");
            return false;
        }
        if (!edge_at(c, i)->same_location)
            writes = 0;
    }
    return true;
}

bool cycle_check(cycle *c, strbuf *error)
{
    if (!c->count) {
        strbuf_add(error, "a cycle needs edges, such as PodWR Fre PodWR Fre");
        return false;
    }
    if (!check_neighbours(c, error) || !check_writes(c, error))
        return false;
    turn_to_first(c);
    return cycle_fits(c, error);
}

/* ---- Names ---- */
/* "po+po" -> "", "pos" -> "", "mfence+mfence" -> "+mfences", others stay. */
static void add_short_suffixes(const char *all, strbuf *out)
{
    size_t length = strcspn(all, "+");
    bool same = true;
    for (const char *s = all; same && *s; s += strcspn(s, "+") + (s[strcspn(s, "+")] == '+'))
        same = strcspn(s, "+") == length && !strncmp(s, all, length);
    if ((same && length == 2 && !strncmp(all, "po", 2)) || !strcmp(all, "pos"))
        return;
    if (same && all[length])
        strbuf_printf(out, "+%.*ss", (int)length, all);
    else
        strbuf_printf(out, "+%s", all);
}

void cycle_name(const cycle *c, strbuf *out)
{
    strbuf shapes = {0}, suffixes = {0};
    cycle_shapes(c, &shapes);
    add_suffixes(c, &suffixes);
    family_name(strbuf_text(&shapes), cycle_stays(c), out);
    add_short_suffixes(strbuf_text(&suffixes), out);
    strbuf_release(&shapes);
    strbuf_release(&suffixes);
}

void cycle_edges(const cycle *c, strbuf *out)
{
    for (uint32_t i = 0; i < c->count; i++)
        strbuf_printf(out, "%s%s", i ? " " : "", c->edges[i]->name);
}

/* family.c: the families of cycles that the field has names for, and all tests of one family. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/intern.h"
#include "base/vec.h"
#include "litmus/cycle.h"

typedef struct family {
    const char *name, *shapes;
} family;

static const family families[] = {
    {"SB", "WR+WR"},         {"MP", "WW+RR"},         {"LB", "RW+RW"},         {"R", "WW+WR"},          {"S", "WW+RW"},
    {"2+2W", "WW+WW"},       {"WRC", "W+RW+RR"},      {"WWC", "W+RW+RW"},      {"RWC", "W+RR+WR"},      {"WRR+2W", "W+RR+WW"},
    {"WRW+WR", "W+RW+WR"},   {"WRW+2W", "W+RW+WW"},   {"ISA2", "WW+RW+RR"},    {"W+RWC", "WW+RR+WR"},   {"Z6.0", "WW+RW+WR"},
    {"Z6.1", "WW+WW+RW"},    {"Z6.2", "WW+RW+RW"},    {"Z6.3", "WW+WW+RR"},    {"Z6.4", "WW+WR+WR"},    {"Z6.5", "WW+WW+WR"},
    {"3.SB", "WR+WR+WR"},    {"3.LB", "RW+RW+RW"},    {"3.2W", "WW+WW+WW"},    {"IRIW", "W+RR+W+RR"},   {"IRRWIW", "W+RR+W+RW"},
    {"IRWIW", "W+RW+W+RW"},  {"4.SB", "WR+WR+WR+WR"}, {"4.LB", "RW+RW+RW+RW"}, {"4.2W", "WW+WW+WW+WW"},
    {NULL, NULL},
};

/* Cycles that exist at one location alone. All other families can be at one location too, and have the same names there: MP+poss. */
static const family coherence_families[] = {
    {"CoRR", "W+RR"}, {"CoRW1", "RW"}, {"CoRW2", "W+RW"}, {"CoWR", "W+WR"}, {"CoWR0", "WR"}, {"CoWW", "WW"}, {NULL, NULL},
};

void family_name(const char *shapes, bool one_location, strbuf *out)
{
    const char *name = shapes;
    for (const family *f = families; f->name; f++)
        name = strcmp(f->shapes, shapes) ? name : f->name;
    for (const family *f = coherence_families; one_location && f->name; f++)
        name = strcmp(f->shapes, shapes) ? name : f->name;
    strbuf_add(out, name);
}

static uint32_t count_events(const char *shapes)
{
    uint32_t count = 0;
    for (; *shapes; shapes++)
        count += *shapes != '+';
    return count;
}

static void add_names(const family *f, uint32_t most_events, strbuf *out)
{
    for (; f->name; f++)
        if (count_events(f->shapes) <= most_events)
            strbuf_printf(out, "%s%s", out->length ? "," : "", f->name);
}

void family_list(family_kind kind, strbuf *out)
{
    if (kind != FAMILIES_SMALL)
        add_names(coherence_families, CYCLE_MAX_EDGES, out);
    /* Larger families show nothing about coherence that these do not show. Families of eight events have thousands of tests. */
    add_names(families, kind == FAMILIES_NAMED ? CYCLE_MAX_EDGES : kind == FAMILIES_SMALL ? 7 : 5, out);
}

/* ---- Shapes ---- */
typedef struct shape {
    bool single;
    direction first, last;
} shape;

typedef struct shape_list {
    shape items[CYCLE_MAX_THREADS];
    uint32_t count;
} shape_list;

static bool read_direction(char c, direction *out)
{
    *out = c == 'W' ? WRITE : READ;
    return c == 'W' || c == 'R';
}

static bool read_shapes(const char *text, shape_list *out)
{
    out->count = 0;
    for (;; text++) {
        size_t length = strcspn(text, "+");
        if (length < 1 || length > 2 || out->count == CYCLE_MAX_THREADS)
            return false;
        shape *s = &out->items[out->count++];
        s->single = length == 1;
        if (!read_direction(text[0], &s->first) || !read_direction(text[length - 1], &s->last))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

/* A stretch of edges within a thread. */
typedef struct segment {
    const edge *edges[CYCLE_MAX_EDGES];
    uint32_t count;
} segment;

typedef VEC(segment) segment_list;

static void append(cycle *c, const segment *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        c->edges[c->count++] = s->edges[i];
}

/* One segment for each thread, joined by external edges. False where two reads would have to be joined, or where the cycle gets too long. */
static bool join(const shape_list *shapes, const segment *const *chosen, cycle *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < shapes->count; i++) {
        const edge *outward = edge_between(shapes->items[i].last, shapes->items[(i + 1) % shapes->count].first);
        if (!outward || out->count + chosen[i]->count + 1 > CYCLE_MAX_EDGES)
            return false;
        append(out, chosen[i]);
        out->edges[out->count++] = outward;
    }
    return true;
}

/* ---- Segments ---- */
static bool is_listed(const char *list, const char *word)
{
    for (size_t length = strlen(word); *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] == ','))
        if (strcspn(list, ",") == length && !strncmp(list, word, length))
            return true;
    return false;
}

static bool check_edges(const char *list, strbuf *error)
{
    for (const char *at = list; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        size_t length = strcspn(at, ",");
        bool known = false;
        for (const edge *e = edge_table; e->name; e++)
            known |= e->suffix && strlen(e->suffix) == length && !strncmp(e->suffix, at, length);
        if (!known) {
            strbuf_printf(error, "unknown edge '%.*s'; known are po, mfence, sfence, poana, ponaa, pos, mfences, sfences, posana, posnaa, rfi and rmw",
                          (int)(length > 40 ? 40 : length), at);
            return false;
        }
    }
    return true;
}

/* Rfi and edges within one instruction do not count for the length of a segment. */
static bool is_free(const edge *e)
{
    return e->means == MEANS_ONE_INSTRUCTION || !strcmp(e->suffix, "rfi");
}

/* An XCHG between two edges is named by the second where that can be. */
static bool is_named_otherwise(const segment *s, const edge *next)
{
    bool locked = s->count && s->edges[s->count - 1]->means == MEANS_LOCKED_TARGET;
    return locked && (next->means == MEANS_LOCKED_SOURCE || !strcmp(next->suffix, "po"));
}

/* The edge with the same ends and means that leads to another location; NULL: there is none. */
static const edge *leading_away(const edge *stays)
{
    for (const edge *e = edge_table; e->name; e++)
        if (!edge_is_external(e) && !e->same_location && e->from == stays->from && e->to == stays->to && e->means == stays->means)
            return e;
    return NULL;
}

/* PosWR makes a test of its own at one location only: elsewhere a read sees the own write, as with Rfi. At one location an edge may be named by the
 * edge that is like it but leads away; PodWR then means PosWR and not Rfi. */
static bool is_usable(const edge *e, const family_choice *choice)
{
    if (!choice->one_location)
        return is_listed(choice->edges, e->suffix) && strcmp(e->name, "PosWR");
    const edge *away = leading_away(e);
    return e->same_location && (is_listed(choice->edges, e->suffix) || (away && is_listed(choice->edges, away->suffix) && strcmp(e->suffix, "rfi")));
}

/* True when the segment leads to another location, as it must; where all is at one location, when the segment is more than a read of the own write. */
static bool is_whole(const segment *s, const family_choice *choice)
{
    bool whole = false;
    for (uint32_t i = 0; i < s->count; i++)
        whole |= choice->one_location ? strcmp(s->edges[i]->suffix, "rfi") : !s->edges[i]->same_location;
    return whole;
}

/* All segments that start with `s`, whose events so far end in `at`, and end in `last`; `left` edges may be added, besides free edges between them. */
static void extend(segment s, direction at, direction last, uint32_t left, const family_choice *choice, segment_list *out)
{
    if (at == last && is_whole(&s, choice))
        vec_push(out, s);
    for (const edge *e = edge_table; e->name; e++) {
        if (edge_is_external(e) || e->from != at || !is_usable(e, choice))
            continue;
        if ((is_free(e) ? s.count && is_free(s.edges[s.count - 1]) : !left) || is_named_otherwise(&s, e))
            continue;
        segment longer = s;
        longer.edges[longer.count++] = e;
        extend(longer, e->to, last, is_free(e) ? left : left - 1, choice, out);
    }
}

/* ---- All tests ---- */
static const segment no_edges;

static bool is_same(const cycle *a, const cycle *b)
{
    return a->count == b->count && !memcmp(a->edges, b->edges, a->count * sizeof *a->edges);
}

/* At one location several lists of edges can make the same test. */
static bool is_new(const cycle *c, const family_choice *choice, intern *made)
{
    if (!choice->one_location)
        return true;
    strbuf text = {0};
    VEC(int32_t) row = {0};
    cycle_write(c, &text);
    for (const char *s = strstr(strbuf_text(&text), "{}"); *s; s++) /* what follows the name and the edges of the test */
        vec_push(&row, *s);
    size_t before = intern_count(made);
    intern_row(made, row.data, row.count);
    strbuf_release(&text);
    vec_release(&row);
    return intern_count(made) > before;
}

/* Every choice of a segment for each thread, like a counter whose last digit turns fastest. What is another turn of a test is left out, as is what
 * makes no test. */
static void each_choice(const shape_list *shapes, const segment_list *segments, const family_choice *choice)
{
    size_t at[CYCLE_MAX_THREADS] = {0};
    intern tests = {0};
    for (bool more = true; more;) {
        const segment *chosen[CYCLE_MAX_THREADS];
        for (uint32_t i = 0; i < shapes->count; i++)
            chosen[i] = shapes->items[i].single ? &no_edges : &segments[i].data[at[i]];
        cycle made, first;
        strbuf ignored = {0};
        if (join(shapes, chosen, &made)) {
            first = made;
            if (cycle_check(&first, &ignored) && is_same(&first, &made) && is_new(&made, choice, &tests))
                choice->each(&made, choice->data);
        }
        strbuf_release(&ignored);
        uint32_t digit = shapes->count;
        while (digit && (shapes->items[digit - 1].single || ++at[digit - 1] == segments[digit - 1].count))
            at[--digit] = 0;
        more = digit;
    }
    intern_release(&tests);
}

/* The shapes in the order of their name. A family of coherence is at one location without being asked. */
static bool find_shapes(const char *name, family_choice *choice, shape_list *out)
{
    for (const family *f = coherence_families; f->name; f++)
        if (!strcmp(f->name, name)) {
            choice->one_location = true;
            return read_shapes(f->shapes, out);
        }
    for (const family *f = families; f->name; f++)
        if (!strcmp(f->name, name))
            return read_shapes(f->shapes, out);
    if (!read_shapes(name, out))
        return false;
    segment plain[CYCLE_MAX_THREADS] = {0};
    const segment *chosen[CYCLE_MAX_THREADS];
    for (uint32_t i = 0; i < out->count; i++) {
        chosen[i] = &plain[i];
        for (const edge *e = edge_table; e->name && !out->items[i].single; e++)
            if (e->suffix && !strcmp(e->suffix, choice->one_location ? "pos" : "po") && e->from == out->items[i].first && e->to == out->items[i].last)
                plain[i].edges[plain[i].count++] = e;
    }
    cycle c;
    strbuf text = {0};
    bool good = join(out, chosen, &c) && cycle_check(&c, &text);
    strbuf_clear(&text);
    if (good) {
        cycle_shapes(&c, &text);
        CHECK(read_shapes(strbuf_text(&text), out));
    }
    strbuf_release(&text);
    return good;
}

bool family_check(const char *name, const family_choice *choice, strbuf *error)
{
    shape_list shapes;
    family_choice used = *choice;
    strbuf known = {0};
    if (!check_edges(choice->edges, error))
        return false;
    if (find_shapes(name, &used, &shapes))
        return true;
    family_list(FAMILIES_NAMED, &known);
    strbuf_printf(error, "unknown family '%.40s'; give the shapes of its threads, such as W+RW+RR, or one of %s", name, strbuf_text(&known));
    strbuf_release(&known);
    return false;
}

void family_generate(const char *name, const family_choice *choice)
{
    shape_list shapes;
    family_choice used = *choice;
    CHECK(find_shapes(name, &used, &shapes));
    segment_list segments[CYCLE_MAX_THREADS] = {0};
    bool all = true;
    for (uint32_t i = 0; i < shapes.count; i++) {
        if (!shapes.items[i].single)
            extend(no_edges, shapes.items[i].first, shapes.items[i].last, choice->length, &used, &segments[i]);
        all &= shapes.items[i].single || segments[i].count;
    }
    if (all)
        each_choice(&shapes, segments, &used);
    for (uint32_t i = 0; i < shapes.count; i++)
        vec_release(&segments[i]);
}

#include "search/orbit.h"

#include <string.h>

enum { MOST_OFFERS = 64, MANY_ALIKE = 12 };

typedef struct colouring {
    uint64_t of[PROGRAM_MAX_PROCESSES];
} colouring;

static uint32_t position_count(const orbit *o)
{
    return (uint32_t)o->symmetry->program->start.count;
}

/* The members of a group by colour, equals by position; how many there are. */
static uint32_t sort_group(const orbit *o, uint32_t group, const colouring *c, uint8_t *out)
{
    const symmetry_group *g = &o->symmetry->groups[group];
    uint32_t count = 0;
    for (uint32_t p = g->first; p < g->first + g->count; p++) {
        uint32_t k = count;
        if (o->symmetry->group_of[p] != group)
            continue;
        for (; k > 0 && c->of[out[k - 1]] > c->of[p]; k--)
            out[k] = out[k - 1];
        out[k] = (uint8_t)p;
        count++;
    }
    return count;
}

static uint32_t count_classes(const orbit *o, const colouring *c)
{
    uint8_t sorted[PROGRAM_MAX_PROCESSES];
    uint32_t count = 0;
    for (uint32_t g = 0; g < o->symmetry->group_count; g++) {
        uint32_t members = sort_group(o, g, c, sorted);
        for (uint32_t i = 0; i < members; i++)
            count += i == 0 || c->of[sorted[i]] != c->of[sorted[i - 1]];
    }
    return count;
}

/* Until the colours tell no more processes apart. */
static void refine(orbit *o, colouring *c)
{
    for (uint32_t classes = 0, more = 1; classes < more;) {
        colouring fresh;
        for (uint32_t p = 0; p < position_count(o); p++)
            fresh.of[p] = orbit_mix(c->of[p], 0);
        o->colour(o->data, c->of, fresh.of);
        classes = more;
        *c = fresh;
        more = o->exact ? classes : count_classes(o, c);
    }
}

static void start(orbit *o, colouring *c)
{
    for (uint32_t p = 0; p < position_count(o); p++)
        c->of[p] = o->symmetry->group_of[p] < SYMMETRY_MAX_GROUPS ? o->symmetry->group_of[p] : orbit_mix(p, 1000);
    refine(o, c);
}

static void identity(const orbit *o, uint8_t *to)
{
    (void)o;
    for (uint32_t p = 0; p < PROGRAM_MAX_PROCESSES; p++)
        to[p] = (uint8_t)p;
}

static bool can_change_places(orbit *o, uint32_t p, uint32_t q)
{
    uint8_t to[PROGRAM_MAX_PROCESSES];
    identity(o, to);
    to[p] = (uint8_t)q;
    to[q] = (uint8_t)p;
    return o->is_fixed(o->data, to);
}

static void offer_order(orbit *o, const colouring *c)
{
    uint8_t to[PROGRAM_MAX_PROCESSES], sorted[PROGRAM_MAX_PROCESSES];
    identity(o, to);
    for (uint32_t g = 0; g < o->symmetry->group_count; g++) {
        uint32_t members = sort_group(o, g, c, sorted), next = o->symmetry->groups[g].first;
        for (uint32_t i = 0; i < members; i++, next++) {
            while (o->symmetry->group_of[next] != g)
                next++;
            to[sorted[i]] = (uint8_t)next;
        }
    }
    o->offered++;
    o->offer(o->data, to);
}

/* The first class of several processes; 0: there is none. */
static uint32_t find_class(const orbit *o, const colouring *c, uint8_t *members)
{
    uint8_t sorted[PROGRAM_MAX_PROCESSES];
    for (uint32_t g = 0; g < o->symmetry->group_count; g++) {
        uint32_t count = sort_group(o, g, c, sorted);
        for (uint32_t i = 0, end; i < count; i = end) {
            for (end = i + 1; end < count && c->of[sorted[end]] == c->of[sorted[i]];)
                end++;
            if (end - i > 1) {
                memcpy(members, sorted + i, end - i);
                return end - i;
            }
        }
    }
    return 0;
}

/* Tells the members of the class apart, where that makes no difference. */
static bool tell_twins_apart(orbit *o, colouring *c, const uint8_t *members, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        if (!can_change_places(o, members[0], members[i]))
            return false;
    for (uint32_t i = 1; i < count; i++)
        c->of[members[i]] = orbit_mix(c->of[members[i]], i);
    return true;
}

static bool is_twin_of_earlier(orbit *o, const uint8_t *members, uint32_t which)
{
    for (uint32_t i = 0; i < which; i++)
        if (can_change_places(o, members[i], members[which]))
            return true;
    return false;
}

static void search_from(orbit *o, colouring *c)
{
    uint8_t members[PROGRAM_MAX_PROCESSES];
    uint32_t count = 0;
    while (!o->exact && (count = find_class(o, c, members)) && tell_twins_apart(o, c, members, count))
        ;
    if (o->exact || !count) {
        offer_order(o, c);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && (o->offered >= MOST_OFFERS || count > MANY_ALIKE || is_twin_of_earlier(o, members, i)))
            continue;
        colouring first = *c;
        first.of[members[i]] = orbit_mix(first.of[members[i]], 1);
        refine(o, &first);
        search_from(o, &first);
    }
}

void orbit_search(orbit *o)
{
    colouring c;
    o->offered = 0;
    start(o, &c);
    search_from(o, &c);
}

void orbit_twins(orbit *o, uint8_t *twin)
{
    colouring c;
    identity(o, twin);
    start(o, &c);
    for (uint32_t g = 0; g < o->symmetry->group_count; g++) {
        const symmetry_group *of = &o->symmetry->groups[g];
        for (uint32_t p = of->first; p < of->first + of->count; p++)
            for (uint32_t q = of->first; q < p && twin[p] == p; q++)
                if (twin[q] == q && c.of[q] == c.of[p] && (o->exact || can_change_places(o, q, p)))
                    twin[p] = (uint8_t)q;
    }
}

/* ---- Rows ---- */
void orbit_colour_row(const symmetry *s, const cell_kind *cells, const int32_t *row, uint32_t count, uint64_t salt, const uint64_t *old, uint64_t *fresh)
{
    for (uint32_t i = 0; i < count; i++) {
        const cell_kind *k = &cells[i];
        uint32_t owner = k->is_owned ? (uint32_t)((int32_t)i - k->first) : UINT32_MAX, named = orbit_named(s, k->value, row[i]);
        uint64_t where = orbit_mix(salt, k->is_owned ? (uint64_t)(uint32_t)k->first << 1 | 1 : (uint64_t)i << 1);
        if (k->is_owned)
            fresh[owner] += orbit_mix(where, orbit_value(s, k->value, old, owner, row[i]));
        if (named != UINT32_MAX && named != owner)
            fresh[named] += orbit_mix(where, k->is_owned ? old[owner] : 4);
    }
}

static uint32_t channel_slots_of(const channel *c)
{
    return c->capacity ? 1 + c->capacity * c->field_count : 0;
}

void orbit_colour_channels(const symmetry *s, const int32_t *slots, const uint64_t *old, uint64_t *fresh)
{
    const program *p = s->program;
    for (uint32_t c = 0; c < p->channels.count; c++) {
        const channel *of = &p->channels.data[c];
        const cell_kind *k = &s->channels[c];
        uint32_t owner = k->is_owned ? (uint32_t)((int32_t)c - k->first) : UINT32_MAX, used = of->capacity ? (uint32_t)slots[0] * of->field_count : 0;
        uint64_t where = orbit_mix(5, k->is_owned ? (uint64_t)(uint32_t)k->first << 1 | 1 : (uint64_t)c << 1);
        if (k->is_owned && of->capacity)
            fresh[owner] += orbit_mix(where, (uint32_t)slots[0]);
        for (uint32_t i = 0; i < used; i++) {
            number_kind kind = s->fields[c][i % of->field_count];
            uint32_t named = orbit_named(s, kind, slots[1 + i]);
            if (k->is_owned)
                fresh[owner] += orbit_mix(where + i, orbit_value(s, kind, old, owner, slots[1 + i]));
            if (named != UINT32_MAX && named != owner)
                fresh[named] += orbit_mix(where + i, k->is_owned ? old[owner] : 4);
        }
        slots += channel_slots_of(of);
    }
}

void orbit_move_channels(const symmetry *s, const int32_t *slots, const uint8_t *to, int32_t *out)
{
    const program *p = s->program;
    for (uint32_t c = 0; c < p->channels.count; c++) {
        const channel *of = &p->channels.data[c];
        uint32_t target = symmetry_slot(s->channels, to, c), all = channel_slots_of(of), used = of->capacity ? (uint32_t)slots[0] * of->field_count : 0;
        int32_t *into = out;
        for (uint32_t k = 0; k < target; k++)
            into += channel_slots_of(&p->channels.data[k]);
        for (uint32_t i = 0; i < all; i++)
            into[i] = i && i <= used ? symmetry_value(s, s->fields[c][(i - 1) % of->field_count], to, slots[i]) : slots[i];
        slots += all;
    }
}

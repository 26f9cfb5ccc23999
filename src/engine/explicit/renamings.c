#include "engine/explicit/renamings.h"

#include <string.h>

#include "base/bug.h"

static uint32_t position_count(const renamings *r)
{
    return (uint32_t)r->symmetry->program->start.count;
}

static const type_stores *stores_of(const renamings *r, uint32_t position)
{
    return &r->rows->stores[r->symmetry->program->start.data[position]];
}

/* ---- Beginning and end ---- */
static void number_dues(const renamings *r)
{
    dues_begin(r->dues);
    for (uint32_t p = 0; p < position_count(r); p++) {
        dues_add_process(r->dues, (process_ref){p});
        for (uint32_t i = 0; i < stores_of(r, p)->count; i++)
            dues_add_store(r->dues, (process_ref){p}, stores_of(r, p)->element[i]);
    }
    dues_begin(r->dues);
}

void renamings_init(renamings *r, const symmetry *s, const rows *of, dues *d)
{
    uint8_t to[PROGRAM_MAX_PROCESSES];
    *r = (renamings){.symmetry = s, .rows = of, .dues = d, .due_count = 64 * d->words};
    if (!s)
        return;
    number_dues(r);
    vec_reserve(&r->scratch, r->due_count);
    for (uint32_t i = 0; i < r->due_count; i++)
        r->scratch.data[i] = (int32_t)i;
    intern_row(&r->classes, r->scratch.data, r->due_count); /* CLASSES_SINGLE */
    for (uint32_t p = 0; p < PROGRAM_MAX_PROCESSES; p++)
        to[p] = (uint8_t)p;
    renamings_number(r, to); /* RENAMING_NONE */
}

void renamings_release(renamings *r)
{
    intern_release(&r->permutations);
    intern_release(&r->classes);
    vec_release(&r->due_to);
    vec_release(&r->inverse);
    vec_release(&r->scratch);
}

/* ---- Permutations ---- */
static void move_process(const renamings *r, const uint8_t *to, uint32_t p, uint32_t *due_to)
{
    const dues *d = r->dues;
    if (d->of_processes && !d->outgrown)
        due_to[d->processes.data[p] - 1] = d->processes.data[to[p]] - 1;
    for (uint32_t i = 0; d->of_stores && !d->outgrown && i < stores_of(r, p)->count; i++) {
        uint32_t element = stores_of(r, p)->element[i], moved = symmetry_slot(r->symmetry->globals, to, element);
        uint32_t target = d->stores.data[(size_t)to[p] * d->globals + moved];
        CHECK(target); /* who is alike stores to elements that are alike */
        due_to[d->split + d->stores.data[(size_t)p * d->globals + element] - 1] = d->split + target - 1;
    }
}

/* Dues of others, and that some store is committed, stay. */
static void add_dues(renamings *r, const uint8_t *to)
{
    size_t first = r->due_to.count;
    vec_reserve(&r->due_to, first + r->due_count);
    r->due_to.count += r->due_count;
    for (uint32_t i = 0; i < r->due_count; i++)
        r->due_to.data[first + i] = i;
    for (uint32_t p = 0; p < position_count(r); p++)
        move_process(r, to, p, r->due_to.data + first);
}

uint32_t renamings_number(renamings *r, const uint8_t *to)
{
    size_t before = intern_count(&r->permutations);
    int32_t row[PROGRAM_MAX_PROCESSES];
    for (uint32_t p = 0; p < position_count(r); p++)
        row[p] = to[p];
    uint32_t number = intern_row(&r->permutations, row, position_count(r));
    if (number == before) {
        vec_push(&r->inverse, 0);
        add_dues(r, to);
    }
    return number;
}

void renamings_get(const renamings *r, uint32_t number, uint8_t *to)
{
    const int32_t *row = intern_get(&r->permutations, number);
    for (uint32_t p = 0; p < PROGRAM_MAX_PROCESSES; p++)
        to[p] = (uint8_t)(p < position_count(r) ? (uint32_t)row[p] : p);
}

uint32_t renamings_then(renamings *r, uint32_t first, uint32_t second)
{
    uint8_t to[PROGRAM_MAX_PROCESSES];
    if (first == RENAMING_NONE || second == RENAMING_NONE)
        return first | second;
    const int32_t *a = intern_get(&r->permutations, first), *b = intern_get(&r->permutations, second);
    for (uint32_t p = 0; p < position_count(r); p++)
        to[p] = (uint8_t)b[a[p]];
    return renamings_number(r, to);
}

uint32_t renamings_undo(renamings *r, uint32_t number)
{
    uint8_t to[PROGRAM_MAX_PROCESSES];
    if (!r->inverse.data[number]) {
        const int32_t *row = intern_get(&r->permutations, number);
        for (uint32_t p = 0; p < position_count(r); p++)
            to[row[p]] = (uint8_t)p;
        uint32_t other = renamings_number(r, to);
        r->inverse.data[number] = other + 1;
        r->inverse.data[other] = number + 1;
    }
    return r->inverse.data[number] - 1;
}

/* ---- Sets of dues ---- */
void renamings_set(const renamings *r, uint32_t number, const uint64_t *set, uint64_t *out)
{
    memset(out, 0, r->dues->words * sizeof *out);
    for (uint32_t i = 0; i < r->dues->words; i++)
        for (uint64_t left = set[i]; left; left &= left - 1) {
            uint32_t due = renamings_due(r, number, 64 * i + (uint32_t)__builtin_ctzll(left));
            out[due / 64] |= 1ull << due % 64;
        }
}

uint32_t renamings_set_number(const renamings *r, uint32_t number, uint32_t set)
{
    if (number == RENAMING_NONE || set == 0)
        return set;
    renamings_set(r, number, dues_set(r->dues, set), r->dues->scratch.data);
    return dues_number(r->dues);
}

/* ---- Classes of dues ---- */
/* Of the classes under way: `from` counts for `to` now. The first of a class stays its name. */
static void join(renamings *r, int32_t from, int32_t to)
{
    int32_t first = from < to ? from : to, other = from < to ? to : from;
    for (uint32_t i = 0; i < r->due_count && first != other; i++)
        if (r->scratch.data[i] == other)
            r->scratch.data[i] = first;
}

static void begin_classes(renamings *r, uint32_t classes)
{
    memcpy(r->scratch.data, intern_get(&r->classes, classes), r->due_count * sizeof *r->scratch.data);
}

uint32_t renamings_join(renamings *r, uint32_t classes, uint32_t others)
{
    if (classes == others || classes == CLASSES_SINGLE || others == CLASSES_SINGLE)
        return classes | others;
    begin_classes(r, classes);
    for (uint32_t i = 0; i < r->due_count; i++)
        join(r, r->scratch.data[i], r->scratch.data[intern_get(&r->classes, others)[i]]);
    return intern_row(&r->classes, r->scratch.data, r->due_count);
}

uint32_t renamings_join_by(renamings *r, uint32_t classes, uint32_t number)
{
    if (number == RENAMING_NONE)
        return classes;
    begin_classes(r, classes);
    for (uint32_t i = 0; i < r->due_count; i++)
        join(r, r->scratch.data[i], r->scratch.data[renamings_due(r, number, i)]);
    return intern_row(&r->classes, r->scratch.data, r->due_count);
}

bool renamings_has_class(const renamings *r, uint32_t classes, const uint64_t *set)
{
    const int32_t *first = intern_get(&r->classes, classes);
    for (uint32_t i = 0; i < r->due_count; i++) {
        bool whole = (uint32_t)first[i] == i;
        for (uint32_t k = i; k < r->due_count && whole; k++)
            whole = (uint32_t)first[k] != i || (set[k / 64] >> k % 64 & 1);
        if (whole)
            return true;
    }
    return false;
}

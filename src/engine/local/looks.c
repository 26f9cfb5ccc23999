#include "engine/local/looks.h"

#include "base/bug.h"

enum { SHAPE = 0 }; /* the position of a global's shape, which always counts */

void looks_init(look_memo *l, const intern *globals)
{
    *l = (look_memo){.globals = globals};
}

void looks_release(look_memo *l)
{
    vec_release(&l->subjects);
    vec_release(&l->positions);
    intern_release(&l->rows);
    vec_release(&l->row);
    vec_release(&l->noted);
    vec_release(&l->marks);
}

size_t looks_bytes(const look_memo *l)
{
    return intern_bytes(&l->rows) + l->subjects.capacity * sizeof *l->subjects.data + l->positions.capacity * sizeof *l->positions.data;
}

/* Fills l->row. */
static void make_row(look_memo *l, uint32_t subject, uint32_t global)
{
    const int32_t *values = intern_get(l->globals, global);
    while (l->subjects.count <= subject)
        vec_push(&l->subjects, ((look_subject){.mask = look_bit(SHAPE)}));
    const look_subject *s = &l->subjects.data[subject];
    vec_reserve(&l->row, s->count + 2);
    l->row.data[0] = (int32_t)subject;
    l->row.data[1] = values[SHAPE];
    for (uint32_t i = 0; i < s->count; i++)
        l->row.data[i + 2] = values[l->positions.data[s->first + i]];
    l->row.count = s->count + 2;
}

uint32_t looks_find(look_memo *l, uint32_t subject, uint32_t global)
{
    make_row(l, subject, global);
    return intern_find(&l->rows, l->row.data, l->row.count);
}

void looks_begin(look_memo *l)
{
    vec_clear(&l->noted);
    l->now++;
}

void looks_note(look_memo *l, const uint32_t *positions, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        while (l->marks.count <= positions[i])
            vec_push(&l->marks, 0u);
        if (l->marks.data[positions[i]] != l->now) {
            l->marks.data[positions[i]] = l->now;
            vec_push(&l->noted, positions[i]);
        }
    }
}

static bool has_position(const look_memo *l, const look_subject *s, uint32_t position)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (l->positions.data[s->first + i] == position)
            return true;
    return false;
}

/* The subject's positions take in what was noted. They stay together, so they may have to move to the end. */
static void extend(look_memo *l, look_subject *s)
{
    for (size_t i = 0; i < l->noted.count; i++) {
        uint32_t position = l->noted.data[i], length = (uint32_t)l->positions.count;
        if (position == SHAPE || has_position(l, s, position))
            continue;
        if (s->first + s->count != length) {
            for (uint32_t k = 0; k < s->count; k++) {
                uint32_t moved = l->positions.data[s->first + k];
                vec_push(&l->positions, moved);
            }
            s->first = length;
        }
        vec_push(&l->positions, position);
        s->count++;
        s->mask |= look_bit(position);
    }
}

uint32_t looks_keep(look_memo *l, uint32_t subject, uint32_t global)
{
    extend(l, &l->subjects.data[subject]);
    make_row(l, subject, global);
    size_t before = intern_count(&l->rows);
    uint32_t number = intern_row(&l->rows, l->row.data, l->row.count);
    CHECK(number == before);
    return number;
}

#include "engine/events/subset.h"

#include <stdlib.h>

bool number_add(number_vec *v, uint32_t number)
{
    for (size_t i = 0; i < v->count; i++)
        if (v->data[i] == number)
            return false;
    vec_push(v, number);
    return true;
}

void subset_builder_clear(subset_builder *b)
{
    moore_draft_clear(&b->draft);
    intern_clear(&b->known);
}

void subset_builder_release(subset_builder *b)
{
    moore_draft_release(&b->draft);
    intern_release(&b->known);
    vec_release(&b->row);
}

void subset_release(subset *s)
{
    vec_release(&s->states);
    vec_release(&s->keys);
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort(number_vec *v)
{
    if (v->count > 1)
        qsort(v->data, v->count, sizeof *v->data, compare);
}

uint32_t subset_number(subset_builder *b, subset *s)
{
    sort(&s->states);
    sort(&s->keys);
    vec_clear(&b->row);
    vec_push(&b->row, (int32_t)s->view);
    vec_push(&b->row, (int32_t)s->states.count);
    for (size_t i = 0; i < s->states.count; i++)
        vec_push(&b->row, (int32_t)s->states.data[i]);
    for (size_t i = 0; i < s->keys.count; i++)
        vec_push(&b->row, (int32_t)s->keys.data[i]);
    return intern_row(&b->known, b->row.data, b->row.count);
}

void subset_get(const subset_builder *b, uint32_t number, subset *out)
{
    const int32_t *row = intern_get(&b->known, number);
    uint32_t length = intern_length(&b->known, number), states = (uint32_t)row[1];
    out->view = (uint32_t)row[0];
    vec_clear(&out->states);
    vec_clear(&out->keys);
    for (uint32_t i = 2; i < length; i++) {
        if (i < 2 + states)
            vec_push(&out->states, (uint32_t)row[i]);
        else
            vec_push(&out->keys, (uint32_t)row[i]);
    }
}

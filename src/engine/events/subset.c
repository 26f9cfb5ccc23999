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
    vec_clear(&b->all_leads);
    vec_clear(&b->first_lead);
    vec_push(&b->first_lead, 0u);
}

void subset_builder_release(subset_builder *b)
{
    moore_draft_release(&b->draft);
    intern_release(&b->known);
    vec_release(&b->row);
    vec_release(&b->leads);
    vec_release(&b->all_leads);
    vec_release(&b->first_lead);
    subset_release(&b->now);
    subset_release(&b->next);
    vec_release(&b->letters);
}

void subset_release(subset *s)
{
    vec_release(&s->states);
    vec_release(&s->keys);
}

enum { FEW = 24 }; /* up to this count, sorting by insertion is faster than qsort, which calls a function for each comparison */

static void sort_few(uint32_t *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t moved = numbers[i];
        size_t k = i;
        for (; k > 0 && numbers[k - 1] > moved; k--)
            numbers[k] = numbers[k - 1];
        numbers[k] = moved;
    }
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort(number_vec *v)
{
    if (v->count <= FEW)
        sort_few(v->data, v->count);
    else
        qsort(v->data, v->count, sizeof *v->data, compare);
}

uint32_t subset_number(subset_builder *b, subset *s)
{
    sort(&s->states);
    sort(&s->keys);
    vec_clear(&b->row);
    vec_push(&b->row, (int32_t)s->view.index);
    vec_push(&b->row, (int32_t)s->states.count);
    for (size_t i = 0; i < s->states.count; i++)
        vec_push(&b->row, (int32_t)s->states.data[i]);
    for (size_t i = 0; i < s->keys.count; i++)
        vec_push(&b->row, (int32_t)s->keys.data[i]);
    return intern_row(&b->known, b->row.data, b->row.count);
}

uint32_t subset_number_leading(subset_builder *b, subset *s)
{
    size_t before = intern_count(&b->known);
    uint32_t number = subset_number(b, s);
    if (number == before) {
        for (size_t i = 0; i < b->leads.count; i++)
            vec_push(&b->all_leads, b->leads.data[i]);
        vec_push(&b->first_lead, b->all_leads.count);
    }
    return number;
}

void subset_get(const subset_builder *b, uint32_t number, subset *out)
{
    const int32_t *row = intern_get(&b->known, number);
    uint32_t length = intern_length(&b->known, number), states = (uint32_t)row[1];
    out->view.index = (uint32_t)row[0];
    vec_clear(&out->states);
    vec_clear(&out->keys);
    for (uint32_t i = 2; i < length; i++) {
        if (i < 2 + states)
            vec_push(&out->states, (uint32_t)row[i]);
        else
            vec_push(&out->keys, (uint32_t)row[i]);
    }
}

#include "engine/events/antichain.h"

#include <string.h>

void antichain_init(antichain *a, moore_pool *pool)
{
    *a = (antichain){.memory = arena_new(), .pool = pool};
}

void antichain_release(antichain *a)
{
    for (size_t i = 0; i < a->in_bucket.count; i++)
        vec_release(&a->in_bucket.data[i]);
    vec_release(&a->in_bucket);
    vec_release(&a->states);
    intern_release(&a->buckets);
    arena_free(a->memory);
}

size_t antichain_bytes(const antichain *a)
{
    return a->states.capacity * sizeof *a->states.data + intern_bytes(&a->buckets) + a->in_bucket.capacity * sizeof *a->in_bucket.data;
}

static bool includes(const antichain *a, const event_state *big, const event_state *small)
{
    for (uint32_t q = 0; q < small->process_count; q++)
        if (!moore_includes(a->pool, big->sets[q], small->sets[q]))
            return false;
    return true;
}

static state_numbers *bucket_of(antichain *a, const event_state *s)
{
    const int32_t row[] = {(int32_t)s->global, (int32_t)s->holder};
    uint32_t number = intern_row(&a->buckets, row, 2);
    if (number == a->in_bucket.count)
        vec_push(&a->in_bucket, (state_numbers){0});
    return &a->in_bucket.data[number];
}

bool antichain_covers(antichain *a, const event_state *s, uint32_t *by)
{
    state_numbers *bucket = bucket_of(a, s);
    for (size_t i = 0; i < bucket->count; i++)
        if (includes(a, &a->states.data[bucket->data[i]].state, s)) {
            *by = bucket->data[i];
            return true;
        }
    return false;
}

static uint32_t size_of(const antichain *a, const event_state *s)
{
    uint32_t size = 0;
    for (uint32_t p = 0; p < s->process_count; p++)
        for (uint32_t q = 0; q < moore_state_count(a->pool, s->sets[p]); q++) {
            size_t count;
            moore_label_keys(a->pool, moore_state_label(a->pool, s->sets[p], q), &count);
            size += (uint32_t)count;
        }
    return size;
}

uint32_t antichain_insert(antichain *a, const event_state *s, uint32_t parent, const event *e, uint32_t loop_start)
{
    state_numbers *bucket = bucket_of(a, s);
    size_t left = 0;
    for (size_t i = 0; i < bucket->count; i++) {
        kept_state *old = &a->states.data[bucket->data[i]];
        if (includes(a, s, &old->state)) {
            old->alive = false;
            a->alive--;
        } else {
            bucket->data[left++] = bucket->data[i];
        }
    }
    bucket->count = left;
    kept_state added = {.state = *s, .parent = parent, .event = *e, .loop_start = loop_start, .alive = true, .size = size_of(a, s),
                        .depth = parent == UINT32_MAX ? 0 : a->states.data[parent].depth + 1};
    added.state.sets = ARENA_ARRAY(a->memory, moore_ref, s->process_count + 1);
    memcpy(added.state.sets, s->sets, s->process_count * sizeof *s->sets);
    uint32_t number = (uint32_t)a->states.count;
    vec_push(bucket, number);
    vec_push(&a->states, added);
    a->alive++;
    return number;
}

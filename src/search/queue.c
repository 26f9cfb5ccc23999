#include "search/queue.h"

#include "base/bug.h"

static bool goes_before(const queue_entry *a, const queue_entry *b)
{
    return a->value != b->value ? a->value > b->value : a->rank > b->rank;
}

void queue_push(queue *q, int64_t value, open_state state)
{
    q->pushed++;
    queue_entry added = {.value = value, .rank = q->lifo ? q->pushed : -q->pushed, .state = state};
    vec_push(&q->heap, added);
    queue_entry *heap = q->heap.data;
    size_t at = q->heap.count - 1;
    for (; at > 0 && goes_before(&added, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = added;
}

open_state queue_pop(queue *q)
{
    CHECK(q->heap.count > 0);
    queue_entry *heap = q->heap.data, first = heap[0], last = vec_pop(&q->heap);
    size_t count = q->heap.count, at = 0;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && goes_before(&heap[child + 1], &heap[child]))
            child++;
        if (!goes_before(&heap[child], &last))
            break;
        heap[at] = heap[child];
        at = child;
    }
    if (count)
        heap[at] = last;
    return first.state;
}

void queue_release(queue *q)
{
    vec_release(&q->heap);
}

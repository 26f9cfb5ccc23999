#include "engine/fair/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/limits.h"

void words_init(cut_words *w, sets *s, uint32_t length)
{
    *w = (cut_words){.space = s->space, .sets = s, .length = length};
    CHECK(intern_row(&w->cuts, NULL, 0) == CUT_ABSENT);
}

void words_release(cut_words *w)
{
    for (size_t i = 0; i < w->lists.count; i++)
        vec_release(&w->lists.data[i]);
    vec_release(&w->lists);
    intern_release(&w->cuts);
    intern_release(&w->asked);
    vec_release(&w->first_after);
    vec_release(&w->after);
    intern_release(&w->begun);
    vec_release(&w->row);
}

/* ---- Queues ---- */
static int32_t queue_of(const cut_words *w, letter_ref letter)
{
    return w->sets->pso ? intern_get(&w->space->letters, letter.index)[LETTER_ELEMENT] : 0;
}

static uint32_t queue_end(const int32_t *row, uint32_t at)
{
    return at + QUEUE_LETTERS + (uint32_t)row[at + QUEUE_LENGTH];
}

/* Where the queue is in the row, or would be. */
static uint32_t find_queue(const int32_t *row, uint32_t first, uint32_t length, int32_t queue)
{
    uint32_t at = first;
    while (at < length && row[at + QUEUE_NUMBER] < queue)
        at = queue_end(row, at);
    return at;
}

static void insert_at(cut_words *w, uint32_t at, const int32_t *values, uint32_t count)
{
    vec_reserve(&w->row, w->row.count + count);
    memmove(w->row.data + at + count, w->row.data + at, (w->row.count - at) * sizeof *w->row.data);
    memcpy(w->row.data + at, values, count * sizeof *values);
    w->row.count += count;
}

/* Adds a store to the queues in the scratch row, which begin at `first`. */
static void append_letter(cut_words *w, uint32_t first, letter_ref letter)
{
    int32_t queue = queue_of(w, letter), number = (int32_t)letter.index;
    uint32_t at = find_queue(w->row.data, first, (uint32_t)w->row.count, queue);
    if (at == w->row.count || w->row.data[at + QUEUE_NUMBER] != queue) {
        const int32_t made[] = {queue, 0, 1, number};
        insert_at(w, at, made, 4);
    } else if (!w->row.data[at + QUEUE_MORE] && (uint32_t)w->row.data[at + QUEUE_LENGTH] < w->length) {
        insert_at(w, queue_end(w->row.data, at), &number, 1);
        w->row.data[at + QUEUE_LENGTH]++;
    } else {
        w->row.data[at + QUEUE_MORE] = 1;
    }
}

static void load_row(cut_words *w, const intern *from, uint32_t number)
{
    vec_clear(&w->row);
    for (uint32_t i = 0; i < intern_length(from, number); i++)
        vec_push(&w->row, intern_get(from, number)[i]);
}

static uint32_t cut_now(cut_words *w)
{
    return intern_row(&w->cuts, w->row.data, w->row.count);
}

/* ---- The cuts of a set ---- */
static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Words that lead to the same state with the same beginning go on alike. */
static void list_cuts(cut_words *w, moore_ref set, index_vec *out)
{
    const moore_pool *pool = w->sets->pool;
    const int32_t start = 0;
    intern_clear(&w->begun);
    intern_row(&w->begun, &start, 1);
    for (uint32_t i = 0; i < intern_count(&w->begun); i++) {
        limits_poll();
        uint32_t state = (uint32_t)intern_get(&w->begun, i)[0];
        size_t count;
        moore_label of_state = moore_state_label(pool, set, state);
        const uint32_t *keys = moore_label_keys(pool, of_state, &count);
        for (size_t k = 0; k < count; k++) {
            vec_clear(&w->row);
            vec_push(&w->row, (int32_t)keys[k]);
            vec_push(&w->row, (int32_t)label_view(pool, of_state).index);
            for (uint32_t n = 1; n < intern_length(&w->begun, i); n++)
                vec_push(&w->row, intern_get(&w->begun, i)[n]);
            vec_push(out, cut_now(w));
        }
        const moore_edge *edges = moore_state_edges(pool, set, state, &count);
        for (size_t k = 0; k < count; k++) {
            load_row(w, &w->begun, i);
            w->row.data[0] = (int32_t)edges[k].target;
            append_letter(w, 1, (letter_ref){edges[k].letter});
            intern_row(&w->begun, w->row.data, w->row.count);
        }
    }
}

const index_vec *words_of(cut_words *w, moore_ref set)
{
    while (w->lists.count <= set.index)
        vec_push(&w->lists, ((index_vec){0}));
    if (!w->lists.data[set.index].count && set.index != MOORE_EMPTY.index) {
        index_vec *list = &w->lists.data[set.index];
        list_cuts(w, set, list);
        qsort(list->data, list->count, sizeof *list->data, by_number);
        size_t kept = 0;
        for (size_t i = 0; i < list->count; i++)
            if (!kept || list->data[kept - 1] != list->data[i])
                list->data[kept++] = list->data[i];
        list->count = kept;
    }
    return &w->lists.data[set.index];
}

uint32_t words_find(const index_vec *list, uint32_t cut)
{
    const uint32_t *found = list->count ? bsearch(&cut, list->data, list->count, sizeof cut, by_number) : NULL;
    return found ? (uint32_t)(found - list->data) : NOWHERE;
}

void words_insert(index_vec *list, uint32_t cut)
{
    vec_push(list, cut);
    for (size_t i = list->count - 1; i > 0 && list->data[i - 1] > cut; i--) {
        list->data[i] = list->data[i - 1];
        list->data[i - 1] = cut;
    }
}

/* ---- Reading ---- */
bool words_has_ended(const cut_words *w, uint32_t cut)
{
    if (cut == CUT_ABSENT || words_is_held(w, cut) || !view_is(words_view(w, cut), w->space->no_view))
        return false;
    key_ref key = words_key(w, cut);
    const process_type *t = &w->space->request->program->processes.data[key_get(w->space, key, KEY_TYPE)];
    return t->nodes.data[key_get(w->space, key, KEY_NODE)].is_final;
}

bool words_is_whole(const cut_words *w, uint32_t cut, uint32_t most)
{
    uint32_t stores = 0;
    const int32_t *row = intern_get(&w->cuts, cut);
    for (uint32_t at = CUT_QUEUES; at < intern_length(&w->cuts, cut); at = queue_end(row, at)) {
        if (row[at + QUEUE_MORE])
            return false;
        stores += (uint32_t)row[at + QUEUE_LENGTH];
    }
    return stores <= most;
}

void words_oldest(const cut_words *w, uint32_t cut, index_vec *letters)
{
    const int32_t *row = intern_get(&w->cuts, cut);
    vec_clear(letters);
    for (uint32_t at = CUT_QUEUES; at < intern_length(&w->cuts, cut); at = queue_end(row, at))
        vec_push(letters, (uint32_t)row[at + QUEUE_LETTERS]);
}

static uint32_t type_of(const cut_words *w, uint32_t cut)
{
    return (uint32_t)key_get(w->space, words_key(w, cut), KEY_TYPE);
}

void words_letters(const cut_words *w, uint32_t cut, index_vec *letters)
{
    const int32_t *row = intern_get(&w->cuts, cut);
    vec_clear(letters);
    if (cut == CUT_ABSENT)
        return;
    for (uint32_t at = CUT_QUEUES; at < intern_length(&w->cuts, cut); at = queue_end(row, at))
        for (uint32_t i = at + QUEUE_LETTERS; i < queue_end(row, at); i++)
            vec_push(letters, (uint32_t)row[i]);
    const type_stores *stores = &w->space->rows->stores[type_of(w, cut)];
    uint32_t view = words_view(w, cut).index;
    const int32_t *pending = intern_get(&w->space->views, view);
    for (uint32_t i = 0; i < intern_length(&w->space->views, view); i += 2)
        vec_push(letters, space_letter(w->space, stores->element[pending[i]], pending[i + 1]).index);
}

/* ---- Steps ---- */
uint32_t words_with_key(cut_words *w, uint32_t cut, key_ref key)
{
    load_row(w, &w->cuts, cut);
    w->row.data[CUT_KEY] = (int32_t)key.index;
    return cut_now(w);
}

uint32_t words_after(cut_words *w, uint32_t cut, letter_ref letter)
{
    view_ref view = space_view_with(w->space, type_of(w, cut), words_view(w, cut), letter);
    load_row(w, &w->cuts, cut);
    w->row.data[CUT_VIEW] = (int32_t)view.index;
    append_letter(w, CUT_QUEUES, letter);
    return cut_now(w);
}

uint32_t words_flushed(cut_words *w, key_ref key)
{
    const int32_t row[] = {(int32_t)key.index, (int32_t)w->space->no_view.index};
    return intern_row(&w->cuts, row, 2);
}

/* Takes the oldest letter out of its queue in the scratch row. */
static void take_oldest(cut_words *w, uint32_t at)
{
    bool last = w->row.data[at + QUEUE_LENGTH] == 1;
    uint32_t from = last ? at : at + QUEUE_LETTERS, count = last ? QUEUE_LETTERS + 1 : 1;
    if (!last)
        w->row.data[at + QUEUE_LENGTH]--;
    memmove(w->row.data + from, w->row.data + from + count, (w->row.count - from - count) * sizeof *w->row.data);
    w->row.count -= count;
}

static bool has_location(const cut_words *w, uint32_t at, int32_t element)
{
    for (uint32_t i = at + QUEUE_LETTERS; i < queue_end(w->row.data, at); i++)
        if (intern_get(&w->space->letters, (uint32_t)w->row.data[i])[LETTER_ELEMENT] == element)
            return true;
    return false;
}

/* May the word in the scratch row, whose queue at `at` had more stores than are known when its oldest was taken, have this cut? The queue then has as many
 * known letters as can be, beginning with those left; the others are the same. */
static bool may_go_on_as(const cut_words *w, uint32_t at, bool emptied, const int32_t *row, uint32_t length)
{
    uint32_t known = emptied ? 0 : (uint32_t)w->row.data[at + QUEUE_LENGTH], before = emptied ? at : queue_end(w->row.data, at);
    uint32_t tail = (uint32_t)w->row.count - before, end = length - tail;
    if (length < tail || end < at + QUEUE_LETTERS + known + 1 || end != queue_end(row, at) || (uint32_t)row[at + QUEUE_LENGTH] != w->length)
        return false;
    if (memcmp(row + CUT_QUEUES, w->row.data + CUT_QUEUES, (at - CUT_QUEUES) * sizeof *row) || memcmp(row + end, w->row.data + before, tail * sizeof *row))
        return false;
    return !known || !memcmp(row + at + QUEUE_LETTERS, w->row.data + at + QUEUE_LETTERS, known * sizeof *row);
}

static void find_committed(cut_words *w, uint32_t cut, letter_ref letter, moore_ref in, index_vec *out)
{
    int32_t queue = queue_of(w, letter), element = intern_get(&w->space->letters, letter.index)[LETTER_ELEMENT];
    const index_vec *list = words_of(w, in);
    key_ref key = words_key(w, cut);
    view_ref view = words_view(w, cut), without = space_view_without(w->space, type_of(w, cut), view, (uint32_t)element);
    load_row(w, &w->cuts, cut);
    uint32_t at = find_queue(w->row.data, CUT_QUEUES, (uint32_t)w->row.count, queue);
    bool more = w->row.data[at + QUEUE_MORE], emptied = w->row.data[at + QUEUE_LENGTH] == 1;
    CHECK((uint32_t)w->row.data[at + QUEUE_LETTERS] == letter.index);
    take_oldest(w, at);
    bool stays = !emptied && has_location(w, at, element);
    if (!more) {
        w->row.data[CUT_VIEW] = (int32_t)(stays ? view : without).index;
        vec_push(out, cut_now(w));
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        uint32_t other = list->data[i];
        const int32_t *row = intern_get(&w->cuts, other);
        view_ref then = words_view(w, other);
        bool fits = key_is(words_key(w, other), key) && (view_is(then, view) || (!stays && view_is(then, without)));
        uint32_t length = intern_length(&w->cuts, other);
        if (fits && at < length && row[at + QUEUE_NUMBER] == queue && may_go_on_as(w, at, emptied, row, length))
            vec_push(out, other);
    }
}

void words_committed(cut_words *w, uint32_t cut, letter_ref letter, moore_ref in, index_vec *out)
{
    const int32_t asked[] = {(int32_t)cut, (int32_t)letter.index, (int32_t)in.index};
    uint32_t number = intern_row(&w->asked, asked, 3);
    if (number == w->first_after.count) {
        vec_push(&w->first_after, (uint32_t)w->after.count);
        find_committed(w, cut, letter, in, &w->after);
    }
    uint32_t end = number + 1 < w->first_after.count ? w->first_after.data[number + 1] : (uint32_t)w->after.count;
    vec_clear(out);
    for (uint32_t i = w->first_after.data[number]; i < end; i++)
        vec_push(out, w->after.data[i]);
}

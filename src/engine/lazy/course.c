#include "engine/lazy/course.h"

#include <stdlib.h>

#include "base/bug.h"

enum { NO_POINT = UINT32_MAX };
#define NO_WORD ((word_ref){UINT32_MAX})

void courses_init(courses *c, configs *of, moves *m, uint32_t bound, bool per_location)
{
    *c = (courses){.configs = of, .moves = m, .bound = bound, .per_location = per_location};
}

void courses_release(courses *c)
{
    intern_release(&c->read_sets);
    intern_release(&c->known);
    intern_release(&c->seen);
    vec_release(&c->lists);
    vec_release(&c->all);
    vec_release(&c->changes);
    vec_release(&c->edges);
    vec_release(&c->points);
    vec_release(&c->row);
}

static int compare(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static uint32_t reads_with(courses *c, uint32_t reads, const move_list *list)
{
    vec_clear(&c->row);
    for (uint32_t i = 0; i < intern_length(&c->read_sets, reads); i++)
        vec_push(&c->row, intern_get(&c->read_sets, reads)[i]);
    for (uint32_t i = 0; i < list->read_count; i++)
        vec_push(&c->row, (int32_t)c->moves->reads.data[list->first_read + i]);
    if (c->row.count > 1)
        qsort(c->row.data, c->row.count, sizeof *c->row.data, compare);
    size_t unique = 0;
    for (size_t i = 0; i < c->row.count; i++)
        if (i == 0 || c->row.data[i] != c->row.data[i - 1])
            c->row.data[unique++] = c->row.data[i];
    return intern_row(&c->read_sets, c->row.data, unique);
}

/* Under PSO the bound is that of each location's buffer. */
static bool fits(const courses *c, word_ref word)
{
    const intern *words = &c->configs->words, *letters = &c->configs->space->letters;
    uint32_t length = intern_length(words, word.index), same = 0;
    if (!length || !c->per_location)
        return length <= c->bound;
    const int32_t *row = intern_get(words, word.index);
    int32_t last = intern_get(letters, (uint32_t)row[length - 1])[LETTER_ELEMENT];
    for (uint32_t i = 0; i < length; i++)
        same += intern_get(letters, (uint32_t)row[i])[LETTER_ELEMENT] == last;
    return same <= c->bound;
}

/* The word after a move; NO_WORD where a store of the move meets the bound. */
static word_ref word_after(courses *c, word_ref word, const move *v)
{
    if (v->flushes)
        word = c->configs->empty_word;
    for (uint32_t i = 0; i < v->letter_count; i++) {
        word = configs_append(c->configs, word, &c->moves->letters.data[v->first_letter + i], 1);
        if (!fits(c, word)) {
            c->met_bound = true;
            return NO_WORD;
        }
    }
    return word;
}

static void note_edges(courses *c, course *made, uint32_t point, uint32_t last)
{
    made->first_edge = (uint32_t)c->edges.count;
    if (last != NO_EDGE)
        vec_push(&c->edges, last);
    for (uint32_t i = point; i != NO_POINT; i = c->points.data[i].parent)
        if (c->points.data[i].edge != NO_EDGE)
            vec_push(&c->edges, c->points.data[i].edge);
    made->edge_count = (uint32_t)c->edges.count - made->first_edge;
    for (uint32_t i = 0; i < made->edge_count / 2; i++) {
        uint32_t *edges = c->edges.data + made->first_edge, other = edges[i];
        edges[i] = edges[made->edge_count - 1 - i];
        edges[made->edge_count - 1 - i] = other;
    }
}

static void note_changes(courses *c, course *made, global_ref before, global_ref after)
{
    const intern *globals = &c->configs->space->globals;
    made->first_change = (uint32_t)c->changes.count;
    for (uint32_t i = 0; i < intern_length(globals, before.index) && !global_is(before, after); i++)
        if (intern_get(globals, before.index)[i] != intern_get(globals, after.index)[i])
            vec_push(&c->changes, ((change){i, intern_get(globals, after.index)[i]}));
    made->change_count = (uint32_t)c->changes.count - made->first_change;
}

/* One move from a point: the course ends in a state at rest, or goes on inside the block. */
static void take_move(courses *c, uint32_t from, const move *v, uint32_t reads)
{
    course_point at = c->points.data[from];
    course made = {.reads = reads, .violated = v->violated};
    if (!property_is(v->violated, NO_PROPERTY)) {
        note_edges(c, &made, from, v->edge);
        vec_push(&c->all, made);
        made.violated = NO_PROPERTY;
    }
    word_ref word = v->ends ? NO_WORD : word_after(c, at.word, v);
    if (word_is(word, NO_WORD))
        return;
    global_ref global = v->quiet ? at.global : move_global(c->moves, v, at.global);
    const int32_t row[] = {(int32_t)v->key.index, (int32_t)word.index, (int32_t)global.index, (int32_t)reads};
    size_t before = intern_count(&c->seen);
    if (intern_row(&c->seen, row, 4) < before)
        return;
    if (key_is_held(c->configs->space, v->key)) {
        vec_push(&c->points, ((course_point){v->key, word, global, reads, from, v->edge}));
        return;
    }
    made.config = configs_number(c->configs, v->key, word);
    note_changes(c, &made, c->points.data[0].global, global);
    note_edges(c, &made, from, v->edge);
    vec_push(&c->all, made);
}

course_list courses_of(courses *c, config_ref config, scene_ref scene, global_ref global)
{
    const int32_t name[] = {(int32_t)config.index, (int32_t)scene.index};
    size_t before = intern_count(&c->known);
    uint32_t number = intern_row(&c->known, name, 2);
    if (number < before)
        return c->lists.data[number];
    course_list list = {.first = (uint32_t)c->all.count};
    key_ref key = config_key(c->configs, config);
    vec_clear(&c->points);
    intern_clear(&c->seen);
    vec_push(&c->points, ((course_point){key, config_word(c->configs, config), global, intern_row(&c->read_sets, NULL, 0), NO_POINT, NO_EDGE}));
    for (uint32_t i = 0; i < c->points.count; i++) {
        course_point at = c->points.data[i];
        move_list possible = moves_of(c->moves, at.key, configs_view(c->configs, at.key, at.word), at.global);
        uint32_t reads = reads_with(c, at.reads, &possible);
        list.any |= possible.count > 0;
        for (uint32_t k = 0; k < possible.count; k++) {
            move v = c->moves->all.data[possible.first + k];
            take_move(c, i, &v, reads);
        }
    }
    list.count = (uint32_t)c->all.count - list.first;
    CHECK(c->lists.count == number);
    vec_push(&c->lists, list);
    return list;
}

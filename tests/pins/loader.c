/* loader.c: explores a model through the plugin for LTSmin, as LTSmin's back-ends do, and says what it found.
 *
 *   pins [--max N] [--threads N] MODEL.so
 *   pins [--max N] [--threads N] --loader PLUGIN.so MODEL.tarry
 *
 * Every group and every label is asked for each state three times: with the whole vector, and with the slots alone that it depends on, all others taken from the first state (as LTSmin fills
 * them) or from another state that was met. The answers must agree; a group must leave alone what it may not write. So a matrix that lacks a slot shows. With --threads the model is explored
 * again by so many threads at once, which must find the same. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interface.h"

typedef struct transition {
    int *to;
    int action;
} transition;

typedef struct transitions {
    size_t count, capacity;
    transition *list;
} transitions;

typedef struct exploration {
    model_t model;
    size_t length, states, capacity, table_size, most;
    int *vectors;
    size_t *table; /* the number of a state plus 1 */
    uint64_t transitions, loops, deadlocks, ends;
    uint64_t *labelled, *acted;
    bool checks;
} exploration;

/* ---- The set of states ---- */
static int *state_at(const exploration *x, size_t number)
{
    return x->vectors + number * x->length;
}

static uint64_t hash_of(const int *vector, size_t length)
{
    uint64_t hash = 1469598103934665603u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint32_t)vector[i]) * 1099511628211u;
    return hash ^ hash >> 29;
}

static size_t *find(const exploration *x, const int *vector)
{
    size_t at = (size_t)hash_of(vector, x->length) & (x->table_size - 1);
    while (x->table[at] && memcmp(state_at(x, x->table[at] - 1), vector, x->length * sizeof *vector))
        at = (at + 1) & (x->table_size - 1);
    return &x->table[at];
}

static void *resize(void *block, size_t size)
{
    block = realloc(block, size);
    if (!block)
        fail("out of memory");
    return block;
}

static void grow(exploration *x)
{
    x->table_size = x->table_size ? 4 * x->table_size : 1024;
    x->capacity = x->table_size / 2;
    x->vectors = resize(x->vectors, x->capacity * x->length * sizeof *x->vectors + 1);
    free(x->table);
    x->table = allocate(x->table_size * sizeof *x->table);
    for (size_t i = 0; i < x->states; i++)
        *find(x, state_at(x, i)) = i + 1;
}

static void add_state(exploration *x, const int *vector)
{
    if (x->states == x->capacity)
        grow(x);
    size_t *cell = find(x, vector);
    if (*cell)
        return;
    memcpy(state_at(x, x->states), vector, x->length * sizeof *vector);
    *cell = ++x->states;
}

/* ---- Transitions of a group ---- */
typedef struct listing {
    transitions *into;
    size_t length;
    int group;
} listing;

static void note(void *data, transition_info_t *info, int *to, int *copied)
{
    const listing *l = data;
    transitions *t = l->into;
    if (info->group != l->group || copied || !info->labels)
        fail("a transition of group %d says that it is one of %d", l->group, info->group);
    if (t->count == t->capacity) {
        t->capacity = t->capacity ? 2 * t->capacity : 16;
        t->list = resize(t->list, t->capacity * sizeof *t->list);
    }
    int *copy = allocate(l->length * sizeof *copy);
    memcpy(copy, to, l->length * sizeof *copy);
    t->list[t->count++] = (transition){copy, info->labels[0]};
}

static void list(const exploration *x, int group, int *from, transitions *into)
{
    listing l = {into, x->length, group};
    into->count = 0;
    int count = x->model->next(x->model, group, from, note, &l);
    if (count < 0 || (size_t)count != into->count)
        fail("group %d has %zu transitions and says %d", group, into->count, count);
}

static void drop(transitions *t)
{
    for (size_t i = 0; i < t->count; i++)
        free(t->list[i].to);
    t->count = 0;
}

/* ---- Do the matrices tell the truth? ---- */
/* The vector's values where the row is set, elsewhere those of the other. */
static void fill(const matrix_t *m, int row, const int *vector, const int *other, int *out)
{
    for (int i = 0; i < bits_of(m)->columns; i++)
        out[i] = is_set(m, row, i) ? vector[i] : other[i];
}

static void check_written(const exploration *x, int group, const int *from, const transition *t)
{
    for (size_t i = 0; i < x->length; i++)
        if (t->to[i] != from[i] && !is_set(x->model->may_write, group, (int)i))
            fail("group %d (%s) changes %s, which it may not write", group, x->model->actions.name[t->action], x->model->type->slots.name[i]);
}

static void compare(const exploration *x, int group, const int *from, const transitions *whole, const transitions *projected, const char *filled)
{
    if (whole->count != projected->count)
        fail("group %d has %zu transitions, and %zu where the slots that it does not read are those of %s", group, whole->count, projected->count, filled);
    int *merged = allocate(x->length * sizeof *merged);
    for (size_t i = 0; i < whole->count; i++) {
        fill(x->model->may_write, group, projected->list[i].to, from, merged);
        if (whole->list[i].action != projected->list[i].action || memcmp(merged, whole->list[i].to, x->length * sizeof *merged))
            fail("group %d (%s) leads elsewhere where the slots that it does not read are those of %s", group, x->model->actions.name[whole->list[i].action], filled);
    }
    free(merged);
}

static const int *another(const exploration *x, size_t number)
{
    return state_at(x, (size_t)((number * 2654435761u + 12345) % x->states));
}

static void check_group(const exploration *x, size_t number, int group, const int *from, const transitions *whole)
{
    transitions projected = {0};
    int *filled = allocate(x->length * sizeof *filled);
    for (size_t i = 0; i < whole->count; i++)
        check_written(x, group, from, &whole->list[i]);
    for (int k = 0; k < 2; k++) {
        fill(x->model->read, group, from, k ? another(x, number) : x->model->initial, filled);
        list(x, group, filled, &projected);
        compare(x, group, from, whole, &projected, k ? "another state" : "the first state");
        drop(&projected);
    }
    free(projected.list);
    free(filled);
}

static void check_label(const exploration *x, size_t number, int label, int *state, int value)
{
    int *filled = allocate(x->length * sizeof *filled);
    for (int k = 0; k < 2; k++) {
        fill(x->model->label_read, label, state, k ? another(x, number) : x->model->initial, filled);
        if (x->model->label(x->model, label, filled) != value)
            fail("label %s looks at slots that it does not read", x->model->type->labels.name[label]);
    }
    free(filled);
}

/* What is written must be read, and is a dependency; nothing must be written. */
static void check_matrices(const exploration *x)
{
    const model_t m = x->model;
    for (int g = 0; g < bits_of(m->both)->rows; g++)
        for (int i = 0; i < (int)x->length; i++)
            if ((is_set(m->may_write, g, i) && !is_set(m->read, g, i)) || is_set(m->read, g, i) != is_set(m->both, g, i) || is_set(m->must_write, g, i))
                fail("the matrices disagree about group %d and slot %d", g, i);
}

/* ---- Exploration ---- */
/* A violation is a loop that is no step: its action is the property's. */
static bool is_loop(const exploration *x, const int *from, const transition *t)
{
    const char *name = x->model->actions.name[t->action];
    return !strstr(name, ": ") && !memcmp(from, t->to, x->length * sizeof *from);
}

static void expand(exploration *x, size_t number)
{
    transitions found = {0};
    int *from = allocate(x->length * sizeof *from);
    size_t any = 0;
    memcpy(from, state_at(x, number), x->length * sizeof *from);
    for (int g = 0; g < bits_of(x->model->both)->rows; g++) {
        list(x, g, from, &found);
        if (x->checks)
            check_group(x, number, g, from, &found);
        for (size_t i = 0; i < found.count; i++) {
            bool loop = is_loop(x, from, &found.list[i]);
            x->loops += loop;
            x->transitions += !loop;
            x->acted[found.list[i].action]++;
            add_state(x, found.list[i].to);
        }
        any += found.count;
        drop(&found);
    }
    for (int i = 0; i < x->model->type->labels.count; i++) {
        int value = x->model->label(x->model, i, from);
        if (x->checks)
            check_label(x, number, i, from, value);
        x->labelled[i] += value != 0;
        if (!i && !any) {
            x->deadlocks += value == 0;
            x->ends += value != 0;
        }
    }
    free(found.list);
    free(from);
}

static void explore(exploration *x)
{
    x->length = (size_t)x->model->type->slots.count;
    x->labelled = allocate((size_t)x->model->type->labels.count * sizeof *x->labelled);
    x->acted = allocate((size_t)x->model->actions.count * sizeof *x->acted);
    add_state(x, x->model->initial);
    for (size_t i = 0; i < x->states && x->states <= x->most; i++)
        expand(x, i);
}

static void *explore_thread(void *data)
{
    explore(data);
    return NULL;
}

static void explore_together(const exploration *first, int threads)
{
    exploration *each = allocate((size_t)threads * sizeof *each);
    pthread_t *thread = allocate((size_t)threads * sizeof *thread);
    for (int i = 0; i < threads; i++) {
        each[i] = (exploration){.model = first->model, .most = first->most};
        if (pthread_create(&thread[i], NULL, explore_thread, &each[i]))
            fail("no thread");
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        if (each[i].states != first->states || each[i].transitions != first->transitions || each[i].deadlocks != first->deadlocks)
            fail("a thread finds %zu states, and alone there are %zu", each[i].states, first->states);
        free(each[i].vectors);
        free(each[i].table);
    }
    free(each);
    free(thread);
}

static void report(const exploration *x)
{
    printf("states %zu\ntransitions %llu\nloops %llu\ndeadlocks %llu\nends %llu\nlength %zu\ngroups %d\n", x->states, (unsigned long long)x->transitions,
           (unsigned long long)x->loops, (unsigned long long)x->deadlocks, (unsigned long long)x->ends, x->length, bits_of(x->model->both)->rows);
    for (int i = 0; i < x->model->type->labels.count; i++)
        printf("label %llu %s\n", (unsigned long long)x->labelled[i], x->model->type->labels.name[i]);
    for (int i = 0; i < x->model->actions.count; i++)
        if (x->acted[i])
            printf("action %llu %s\n", (unsigned long long)x->acted[i], x->model->actions.name[i]);
}

/* ---- The plugin ---- */
static void *symbol(void *plugin, const char *name)
{
    void *found = dlsym(plugin, name);
    if (!found)
        fail("the plugin has no %s", name);
    return found;
}

static void load(model_t model, const char *loader, const char *path)
{
    const char *dot = strrchr(path, '.');
    void *plugin = dlopen(loader ? loader : path, RTLD_NOW | RTLD_GLOBAL);
    if (!plugin)
        fail("%s", dlerror());
    symbol(plugin, "pins_plugin_name");
    if (!loader) {
        void (*init)(model_t) = (void (*)(model_t))(uintptr_t)symbol(plugin, "pins_model_init");
        init(model);
        return;
    }
    for (loader_record_t *r = symbol(plugin, "pins_loaders"); r->extension; r++)
        if (dot && !strcmp(dot + 1, r->extension)) {
            r->loader(model, path);
            return;
        }
    fail("the plugin has no loader for %s", path);
}

int main(int argument_count, char **arguments)
{
    struct grey_box_model model = {0};
    exploration x = {.model = &model, .most = SIZE_MAX, .checks = true};
    const char *loader = NULL, *path = NULL;
    int threads = 0;
    for (int i = 1; i < argument_count; i++) {
        if (!strcmp(arguments[i], "--max") && i + 1 < argument_count)
            x.most = (size_t)atoll(arguments[++i]);
        else if (!strcmp(arguments[i], "--threads") && i + 1 < argument_count)
            threads = atoi(arguments[++i]);
        else if (!strcmp(arguments[i], "--loader") && i + 1 < argument_count)
            loader = arguments[++i];
        else
            path = arguments[i];
    }
    if (!path)
        fail("which model?");
    load(&model, loader, path);
    explore(&x);
    check_matrices(&x);
    if (threads && x.states <= x.most)
        explore_together(&x, threads);
    report(&x);
    model.end(&model);
    return 0;
}

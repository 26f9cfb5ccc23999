/* walk.c: states and successors for libtarry.h. */
#include <string.h>

#include "base/intern.h"
#include "library/handles.h"
#include "step/successors.h"

enum { MOST_STORES = 64 }; /* where buffers have no bound */

typedef struct choice {
    uint32_t process;
    const char *text;
    property_ref violated; /* or NO_PROPERTY */
    shape *shape;
    const int32_t *row; /* afterwards */
} choice;

struct tarry_walk {
    arena *memory;
    const tarry_model *model;
    rows *rows;
    successors successors;
    arena *choice_memory;   /* of the present choices */
    VEC(choice) choices;
    VEC(int32_t) now;
    shape *shape;
    uint32_t process;       /* whose choices are looked for */
    intern states;          /* those that were asked for: shape and row */
};

/* ---- The choices of a state ---- */
static void add_text(const successors *x, const step *s, strbuf *out)
{
    const program *p = x->rows->program;
    if (s->kind == STEP_EDGE)
        strbuf_add(out, p->processes.data[x->shape->process[s->process].type].edges.data[s->edge].text);
    else if (s->kind == STEP_END)
        strbuf_add(out, "end");
    else {
        const variable *v = &p->globals.data[program_global_of_element(p, s->element)];
        strbuf_add(out, "commit ");
        variable_element_name(v, s->element - v->offset, out);
        strbuf_printf(out, " = %d", x->slots[s->element]);
    }
}

/* The trail may end with the removal of its process: texts are those of the shape at the start. */
static void add_choice(tarry_walk *w, successors *x, property_ref violated)
{
    strbuf text = {0};
    shape *after = x->shape;
    if (after->process_count < w->shape->process_count)
        x->shape = w->shape;
    for (size_t i = 0; i < x->trail.count; i++) {
        strbuf_add(&text, i ? "; " : "");
        add_text(x, &x->trail.data[i], &text);
    }
    if (x->in_step) {
        strbuf_add(&text, x->trail.count ? "; " : "");
        add_text(x, &x->current, &text);
    }
    x->shape = after;
    int32_t *row = ARENA_ARRAY(w->choice_memory, int32_t, after->slot_count + 1);
    memcpy(row, x->slots, after->slot_count * sizeof *row);
    vec_push(&w->choices, ((choice){w->process, arena_strdup(w->choice_memory, strbuf_text(&text)), violated, after, row}));
    strbuf_release(&text);
}

static bool on_rest(void *data, successors *x)
{
    add_choice(data, x, NO_PROPERTY);
    return true;
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    add_choice(data, x, violated);
    return true;
}

static bool find_choices(tarry_walk *w, bool timeout)
{
    const successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = w};
    bool any = false;
    for (uint32_t p = 0; p < w->shape->process_count; p++) {
        w->process = p;
        successors_load(&w->successors, w->shape, w->now.data);
        any |= successors_by_steps(&w->successors, (process_ref){p}, timeout, &sink);
        successors_load(&w->successors, w->shape, w->now.data);
        any |= successors_by_commits(&w->successors, (process_ref){p}, &sink);
    }
    return any;
}

static void look_around(tarry_walk *w)
{
    vec_clear(&w->choices);
    arena_free(w->choice_memory);
    w->choice_memory = arena_new();
    successors_begin(&w->successors);
    if (!find_choices(w, false))
        find_choices(w, true);
    successors_load(&w->successors, w->shape, w->now.data);
}

static void go_to(tarry_walk *w, shape *to, const int32_t *row)
{
    vec_reserve(&w->now, to->slot_count + 1);
    memcpy(w->now.data, row, to->slot_count * sizeof *row);
    w->shape = to;
    look_around(w);
}

/* ---- The walk ---- */
static bool start(tarry_walk *w)
{
    if (!successors_initial(&w->successors))
        return false;
    go_to(w, w->successors.shape, w->successors.slots);
    return true;
}

tarry_walk *tarry_walk_new(const tarry_model *m)
{
    arena *memory = arena_new();
    tarry_walk *w = ARENA_NEW(memory, tarry_walk);
    machine on = model_machine(&m->model);
    bool unbounded = !on.buffer;
    on.buffer = unbounded ? MOST_STORES : on.buffer;
    *w = (tarry_walk){.memory = memory, .model = m, .choice_memory = arena_new()};
    const bool *unbuffered = ARENA_ARRAY(memory, bool, m->model.program->global_count + 1); /* every store waits */
    w->rows = rows_new(m->model.footprints, on, memory_model_for(on.memory, &m->model.footprints->all), unbuffered);
    w->rows->cuts = unbounded;
    successors_init(&w->successors, w->rows, &m->model.properties);
    if (start(w))
        return w;
    tarry_walk_free(w);
    return NULL;
}

void tarry_walk_free(tarry_walk *w)
{
    successors_release(&w->successors);
    rows_free(w->rows);
    vec_release(&w->choices);
    vec_release(&w->now);
    intern_release(&w->states);
    arena_free(w->choice_memory);
    arena_free(w->memory);
}

void tarry_walk_restart(tarry_walk *w)
{
    start(w); /* it was possible before */
}

uint32_t tarry_walk_state(tarry_walk *w)
{
    uint32_t count = w->shape->slot_count;
    VEC(int32_t) row = {0};
    vec_reserve(&row, count + 1);
    row.data[0] = (int32_t)w->shape->id;
    memcpy(row.data + 1, w->now.data, count * sizeof *row.data);
    uint32_t number = intern_row(&w->states, row.data, count + 1);
    vec_release(&row);
    return number;
}

void tarry_walk_go(tarry_walk *w, uint32_t number)
{
    const int32_t *row = intern_get(&w->states, number);
    go_to(w, w->rows->shapes.data[row[0]], row + 1);
}

size_t tarry_walk_count(const tarry_walk *w)
{
    return w->choices.count;
}

const char *tarry_walk_process(const tarry_walk *w, size_t index)
{
    return w->rows->program->processes.data[w->shape->process[w->choices.data[index].process].type].name;
}

uint32_t tarry_walk_pid(const tarry_walk *w, size_t index)
{
    return w->choices.data[index].process + w->rows->program->pid_base;
}

const char *tarry_walk_text(const tarry_walk *w, size_t index)
{
    return w->choices.data[index].text;
}

const char *tarry_walk_violates(const tarry_walk *w, size_t index)
{
    property_ref violated = w->choices.data[index].violated;
    return property_is(violated, NO_PROPERTY) ? NULL : property_at(&w->model->model.properties, violated)->name;
}

bool tarry_walk_take(tarry_walk *w, size_t index)
{
    choice c = w->choices.data[index];
    if (!property_is(c.violated, NO_PROPERTY))
        return false;
    go_to(w, c.shape, c.row);
    return true;
}

bool tarry_walk_value(tarry_walk *w, const char *condition, int32_t *value)
{
    diag problems;
    diag_init(&problems);
    const expr *e = w->model->model.frontend->parse_condition(w->model->model.program, "condition", condition, NULL, &problems);
    *value = e ? successors_condition(&w->successors, e) : 0;
    bool good = e && !w->successors.error.error;
    *value = good ? *value : 0;
    diag_release(&problems);
    return good;
}

int32_t walk_memory(const tarry_walk *w, uint32_t element)
{
    return w->now.data[element]; /* globals are the first slots */
}

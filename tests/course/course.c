/* course.c: can the processes of a model do what those of a saved run did?
 *
 *     course MODEL REPORT TRACE [LINE FENCE] [--NAME VALUE]...
 *
 * REPORT is what `check --json` wrote of the model or, with LINE and FENCE, of the model without the fence of that text in that line. Steps of the processes
 * (of a run that never ends: with its loop three times) are those of the run, in its order, told by process, line and text; the fence and commits come whenever they can. Prints "possible" where that violates the
 * property of the run (a formula: where all of them are done), "gone" where it does not, "unknown" where that takes too long. The steps are those of src/step and the buffers those of src/memory, of which src/trace knows nothing. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/intern.h"
#include "library/handles.h"
#include "step/successors.h"

enum { MOST_STORES = 64, MOST_STATES = 200000 };

typedef struct wanted {
    uint32_t process, line;
    const char *text;
} wanted;

typedef struct point {
    shape *shape;
    int32_t *row;
    uint32_t done; /* of the wanted steps */
} point;

typedef struct course {
    const model *model;
    property_ref property;
    VEC(wanted) steps;
    uint32_t fence_line;
    const char *fence;
    rows *rows;
    successors x;
    arena *memory;
    VEC(point) open;
    intern known;
    point now;
    bool any;      /* the state at hand has a successor, wanted or not */
    bool is_temporal, possible;
} course;

/* ---- Steps ---- */
static bool matches(const course *c, const step *s, uint32_t *done)
{
    if (s->kind == STEP_COMMIT)
        return true;
    const wanted *w = *done < c->steps.count ? &c->steps.data[*done] : NULL;
    const char *text = "end";
    uint32_t line = 0;
    if (s->kind == STEP_EDGE) {
        const edge *e = &c->model->program->processes.data[c->now.shape->process[s->process].type].edges.data[s->edge];
        text = e->text ? e->text : "";
        line = e->where.line;
    }
    if (w && w->process == s->process && !strcmp(w->text, text) && (s->kind == STEP_END || w->line == line)) {
        ++*done;
        return true;
    }
    return c->fence && line == c->fence_line && !strcmp(text, c->fence);
}

static bool trail_matches(const course *c, const successors *x, uint32_t *done)
{
    bool good = true;
    *done = c->now.done;
    for (size_t i = 0; i < x->trail.count && good; i++)
        good = matches(c, &x->trail.data[i], done);
    return good && (!x->in_step || matches(c, &x->current, done));
}

/* ---- Properties of states ---- */
static bool is_bad(course *c, const property *p)
{
    if (p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS)
        return successors_condition(&c->x, p->bad) != 0 && !c->x.error.error;
    return p->kind == PROPERTY_MUTEX && successors_count_at(&c->x, p->label) >= 2;
}

static void add_point(course *c, shape *at, const int32_t *row, uint32_t done)
{
    VEC(int32_t) key = {0};
    vec_push(&key, (int32_t)at->id);
    vec_push(&key, (int32_t)done);
    for (uint32_t i = 0; i < at->slot_count; i++)
        vec_push(&key, row[i]);
    size_t before = intern_count(&c->known);
    if (intern_row(&c->known, key.data, key.count) == before) {
        point p = {at, ARENA_ARRAY(c->memory, int32_t, at->slot_count + 1), done};
        memcpy(p.row, row, at->slot_count * sizeof *row);
        vec_push(&c->open, p);
    }
    vec_release(&key);
}

static bool on_rest(void *data, successors *x)
{
    course *c = data;
    uint32_t done;
    c->any = true;
    if (trail_matches(c, x, &done))
        add_point(c, x->shape, x->slots, done);
    return true;
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    course *c = data;
    uint32_t done;
    c->any = true;
    c->possible |= property_is(violated, c->property) && trail_matches(c, x, &done);
    return true;
}

/* Who is inside an atomic block: its position plus one; 0: nobody. */
static uint32_t holder(const course *c)
{
    return (uint32_t)c->now.row[c->rows->holder];
}

static void expand(course *c, bool timeout)
{
    const successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = c};
    for (uint32_t p = 0; p < c->now.shape->process_count; p++) {
        if (holder(c) && p != holder(c) - 1)
            continue;
        successors_load(&c->x, c->now.shape, c->now.row);
        c->any |= successors_by_steps(&c->x, (process_ref){p}, timeout, &sink);
        if (holder(c))
            continue;
        successors_load(&c->x, c->now.shape, c->now.row);
        c->any |= successors_by_commits(&c->x, (process_ref){p}, &sink);
    }
}

static bool is_deadlock(course *c)
{
    for (uint32_t p = 0; p < c->now.shape->process_count; p++) {
        const process_type *t = &c->model->program->processes.data[c->now.shape->process[p].type];
        const node *n = &t->nodes.data[successors_node(&c->x, (process_ref){p})];
        if (!n->is_end && !n->is_final)
            return true;
    }
    return false;
}

static void search(course *c)
{
    const property *p = property_at(&c->model->properties, c->property);
    if (!successors_initial(&c->x))
        BUG("the first state cannot be made");
    add_point(c, c->x.shape, c->x.slots, 0);
    while (c->open.count && !c->possible && intern_count(&c->known) < MOST_STATES) {
        c->now = vec_pop(&c->open);
        c->any = false;
        successors_load(&c->x, c->now.shape, c->now.row);
        c->possible |= c->is_temporal ? c->now.done == c->steps.count : !holder(c) && is_bad(c, p);
        successors_begin(&c->x);
        expand(c, false);
        if (!c->any)
            expand(c, true);
        successors_load(&c->x, c->now.shape, c->now.row);
        c->possible |= !c->any && p->kind == PROPERTY_DEADLOCK && is_deadlock(c);
        c->possible |= !c->any && p->kind == PROPERTY_FINAL && !is_deadlock(c) && successors_condition(&c->x, p->bad) != 0;
    }
}

/* ---- The run ---- */
/* Of a run that never ends the loop comes twice more. */
static void repeat_loop(course *c, const json_t *loop, const json_t *steps)
{
    size_t first = 0, count = c->steps.count;
    for (json_int_t i = 0; i < json_integer_value(loop); i++)
        first += strcmp(json_string_value(json_object_get(json_array_get(steps, (size_t)i), "kind")), "commit") != 0;
    for (size_t i = 0; json_is_integer(loop) && i < 2 * (count - first); i++) {
        wanted again = c->steps.data[first + i % (count - first)];
        vec_push(&c->steps, again);
    }
}

static void read_report(course *c, const char *path, size_t which)
{
    json_error_t error;
    json_t *whole = json_load_file(path, 0, &error), *one = json_array_get(json_object_get(whole, "traces"), which), *s;
    if (!one)
        BUG("the report has no such trace");
    size_t i;
    json_array_foreach(json_object_get(one, "steps"), i, s) {
        const char *kind = json_string_value(json_object_get(s, "kind")), *text = json_string_value(json_object_get(s, "text"));
        if (strcmp(kind, "commit"))
            vec_push(&c->steps, ((wanted){(uint32_t)json_integer_value(json_object_get(s, "process_index")), (uint32_t)json_integer_value(json_object_get(s, "line")),
                                          arena_strdup(c->memory, text)}));
    }
    json_t *all = json_object_get(whole, "properties");
    json_array_foreach(all, i, s)
        if (json_integer_value(json_object_get(s, "trace")) == (json_int_t)which && json_is_integer(json_object_get(s, "trace")))
            c->property.index = (uint32_t)i;
    c->is_temporal = property_is_temporal(property_at(&c->model->properties, c->property));
    repeat_loop(c, json_object_get(one, "loop"), json_object_get(one, "steps"));
    json_decref(whole);
}

int main(int argc, char **argv)
{
    int next = 4;
    course c = {.memory = arena_new()};
    if (argc < next)
        BUG("course MODEL REPORT TRACE [LINE FENCE] [--NAME VALUE]...");
    if (argc > next + 1 && argv[next][0] != '-') {
        c.fence_line = (uint32_t)atoi(argv[next]);
        c.fence = argv[next + 1];
        next += 2;
    }
    tarry_options *o = tarry_options_new();
    for (; next + 1 < argc; next += 2)
        if (tarry_options_set(o, argv[next] + 2, argv[next + 1]))
            BUG("an option is wrong");
    tarry_model *m = tarry_load_file(argv[1], o);
    if (!tarry_model_is_good(m)) {
        printf("unreadable: %s\n", tarry_message_get(m, 0).text);
        return 3;
    }
    c.model = &m->model;
    read_report(&c, argv[2], (size_t)atoi(argv[3]));
    machine on = model_machine(c.model);
    bool unbounded = !on.buffer;
    on.buffer = unbounded ? MOST_STORES : on.buffer;
    const bool *unbuffered = ARENA_ARRAY(c.memory, bool, c.model->program->global_count + 1); /* every store waits */
    c.rows = rows_new(c.model->footprints, on, memory_model_for(on.memory, &c.model->footprints->all), unbuffered);
    c.rows->cuts = unbounded;
    rows_stop_in_blocks(c.rows); /* ways through a block that lead to the same are told apart */
    successors_init(&c.x, c.rows, &c.model->properties);
    search(&c);
    printf("%s\n", c.possible ? "possible" : intern_count(&c.known) >= MOST_STATES || c.x.met_bound ? "unknown" : "gone");
    successors_release(&c.x);
    rows_free(c.rows);
    vec_release(&c.steps);
    vec_release(&c.open);
    intern_release(&c.known);
    tarry_model_free(m);
    tarry_options_free(o);
    arena_free(c.memory);
    return 0;
}

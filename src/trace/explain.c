/* explain.c: from recorded states to a story: which steps overtook a store, and what went wrong in the end. */
#include "trace/explain.h"

#include <string.h>

#include "base/bug.h"
#include "program/visit.h"

const trace_step *trace_before(const trace *t, uint32_t at)
{
    return at ? &t->steps[at - 1] : t->initial;
}

void trace_element_text(const trace *t, uint32_t element, int32_t value, const char *between, strbuf *out)
{
    const variable *v = &t->program->globals.data[program_global_of_element(t->program, element)];
    variable_element_name(v, element - v->offset, out);
    strbuf_add(out, between);
    variable_value_text(t->program, v, value, out);
}

/* ---- Overtaking ---- */

/* Remembers for the stores of each step who missed them: a spinning process asks again and again. */
typedef struct missed_memo {
    const trace *t;
    bool *known;
    uint32_t *element, *missed; /* of the step's store that was asked for last */
} missed_memo;

uint32_t trace_find_missed(const trace *t, const char *owner, const trace_store *store)
{
    uint32_t found = t->step_count;
    for (uint32_t i = store->step + 1; i < t->step_count; i++) {
        const trace_step *s = &t->steps[i];
        if (s->process == owner && s->kind == TRACE_COMMIT && s->element == store->element)
            break;
        for (uint32_t k = 0; s->process != owner && k < s->read_count; k++)
            if (s->reads[k].element == store->element && !s->reads[k].from_buffer && s->reads[k].value != store->value)
                found = i;
    }
    return found;
}

static uint32_t missed_of(const missed_memo *memo, const char *owner, const trace_store *store)
{
    uint32_t at = store->step;
    if (!memo->known[at] || memo->element[at] != store->element) {
        memo->known[at] = true;
        memo->element[at] = store->element;
        memo->missed[at] = trace_find_missed(memo->t, owner, store);
    }
    return memo->missed[at];
}

/* Among the first `count` pending stores to other locations, which others use, the one to point at. */
static void choose_store(const missed_memo *memo, const trace_process *q, uint32_t count, trace_overtake *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const trace_store *store = &q->stores[i];
        if (store->element == out->element || (memo->t->alone && memo->t->alone[store->element]))
            continue;
        uint32_t missed = missed_of(memo, q->name, store);
        if (out->found && missed == memo->t->step_count)
            continue;
        out->found = true;
        out->store = *store;
        out->missed = missed;
        if (missed < memo->t->step_count)
            return;
    }
}

static void find_overtake(const missed_memo *memo, uint32_t at, trace_overtake *out)
{
    const trace_step *s = &memo->t->steps[at];
    const trace_process *q = &trace_before(memo->t, at)->processes[s->step.process];
    *out = (trace_overtake){.step = at, .by = s->kind == TRACE_COMMIT ? BY_COMMIT : BY_LOAD};
    if (out->by == BY_COMMIT) {
        uint32_t older = 0;
        while (older < q->store_count && q->stores[older].element != s->step.element)
            older++;
        out->element = s->step.element;
        out->value = s->value;
        choose_store(memo, q, older, out);
        return;
    }
    for (uint32_t i = 0; !out->found && i < s->read_count; i++)
        if (!s->reads[i].from_buffer) {
            out->element = s->reads[i].element;
            out->value = s->reads[i].value;
            choose_store(memo, q, q->store_count, out);
        }
    if (out->found || (s->kind != TRACE_GHOST && s->kind != TRACE_SEND && s->kind != TRACE_RECEIVE))
        return;
    out->by = s->kind == TRACE_GHOST ? BY_GHOST : BY_MESSAGE;
    out->element = s->kind == TRACE_GHOST ? (uint32_t)s->element : UINT32_MAX;
    out->value = s->value;
    choose_store(memo, q, q->store_count, out);
}

const trace_overtake *trace_find_overtakes(arena *memory, const trace *t)
{
    missed_memo memo = {.t = t, .known = ARENA_ARRAY(memory, bool, t->step_count + 1),
                        .element = ARENA_ARRAY(memory, uint32_t, t->step_count + 1),
                        .missed = ARENA_ARRAY(memory, uint32_t, t->step_count + 1)};
    trace_overtake *all = ARENA_ARRAY(memory, trace_overtake, t->step_count + 1);
    for (uint32_t i = 0; i < t->step_count; i++)
        find_overtake(&memo, i, &all[i]);
    return all;
}

/* ---- Words ---- */

void trace_add_place(const trace *t, uint32_t at, strbuf *out)
{
    strbuf_printf(out, "step %u", at + 1);
    if (t->steps[at].where.line)
        strbuf_printf(out, ", line %u", t->steps[at].where.line);
}

enum { MOST_VALUES = 6 };

typedef struct told_value {
    const variable *of;
    uint32_t element;
} told_value;

typedef struct value_list {
    const trace *t;
    const trace_step *after;   /* the state to read from */
    const trace_process *self; /* NULL: conditions on the whole state */
    told_value told[MOST_VALUES];
    uint32_t count;
    strbuf *out;
} value_list;

static void add_value(value_list *list, const variable *v, uint32_t element, int32_t value)
{
    strbuf name = {0};
    for (uint32_t i = 0; i < list->count; i++)
        if (list->told[i].of == v && list->told[i].element == element)
            return;
    variable_element_name(v, element, &name);
    strbuf_add(list->out, list->count ? ", " : "");
    list->told[list->count++] = (told_value){v, element};
    strbuf_printf(list->out, "%s was ", strbuf_text(&name));
    variable_value_text(list->t->program, v, value, list->out);
    strbuf_release(&name);
}

/* The variable that the expression reads, where the state of the trace tells its value; NULL otherwise. */
static const variable *leaf_variable(const value_list *list, const expr *e)
{
    const program *p = list->t->program;
    if (e->kind == EXPR_LOCAL && list->self)
        return &p->processes.data[list->self->type].locals.data[e->variable];
    return e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY ? &p->globals.data[e->variable] : NULL;
}

/* An own pending store hides memory. */
static int32_t leaf_value(const value_list *list, const expr *e, const variable *v, uint32_t index)
{
    if (e->kind == EXPR_LOCAL)
        return list->self->locals[v->offset + index];
    int32_t value = list->after->memory[v->offset + index];
    for (uint32_t i = 0; e->kind == EXPR_GLOBAL && list->self && i < list->self->store_count; i++)
        if (list->self->stores[i].element == v->offset + index)
            value = list->self->stores[i].value;
    return value;
}

static int32_t read_leaf(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    (void)pid;
    const value_list *list = data;
    const variable *v = leaf_variable(list, e);
    if (e->kind == EXPR_PID && list->self)
        return (int32_t)(list->self - list->after->processes) + (int32_t)list->t->program->pid_base;
    if (v && index >= 0 && (uint32_t)index < v->count)
        return leaf_value(list, e, v, (uint32_t)index);
    state->error = EVAL_INDEX; /* it is not told */
    return 0;
}

/* Values of scalars and of elements. */
static void add_leaf_value(void *data, const expr *e, visit_role role)
{
    (void)role;
    value_list *list = data;
    const variable *v = leaf_variable(list, e);
    eval_state state = {.error = EVAL_OK};
    int32_t index = v && e->index ? expr_eval(e->index, &(eval_source){.leaf = read_leaf, .data = list}, &state) : 0;
    if (v && list->count < MOST_VALUES && state.error == EVAL_OK && index >= 0 && (uint32_t)index < v->count)
        add_value(list, v, (uint32_t)index, leaf_value(list, e, v, (uint32_t)index));
}

static void add_values(const trace *t, const expr *e, const trace_process *self, strbuf *out)
{
    strbuf values = {0};
    value_list list = {.t = t, .after = t->step_count ? &t->steps[t->step_count - 1] : t->initial, .self = self, .out = &values};
    visit_expr(&(program_visitor){.expr = add_leaf_value, .data = &list}, e, self ? VISIT_ASSERTED : VISIT_CONDITION);
    if (list.count)
        strbuf_printf(out, " (%s)", strbuf_text(&values));
    strbuf_release(&values);
}

static void tell_assertion(const trace *t, const property *p, const diag *sources, strbuf *out)
{
    const trace_step *last = &t->steps[t->step_count - 1];
    const trace_process *self = NULL; /* NULL where the step ended the process, which an assertion does not */
    for (uint32_t i = 0; i < last->process_count; i++)
        if (last->processes[i].name == last->process)
            self = &last->processes[i];
    CHECK(self);
    strbuf_printf(out, "In step %u, %s found its assertion ", t->step_count, last->process);
    expr_print(t->program, &t->program->processes.data[self->type], p->assertion->value, out);
    strbuf_printf(out, " (%s:%u) false", diag_file_name(sources, p->where), p->where.line);
    add_values(t, p->assertion->value, self, out);
    strbuf_add(out, ".");
}

static void add_moment(const trace *t, strbuf *out)
{
    if (t->step_count)
        strbuf_printf(out, "After step %u", t->step_count);
    else
        strbuf_add(out, "At the start");
}

static void tell_deadlock(const trace *t, strbuf *out)
{
    const trace_step *last = t->step_count ? &t->steps[t->step_count - 1] : t->initial;
    add_moment(t, out);
    strbuf_add(out, " nobody can go on:");
    uint32_t told = 0;
    for (uint32_t i = 0; i < last->process_count; i++) {
        const process_type *type = &t->program->processes.data[last->processes[i].type];
        const node *n = &type->nodes.data[last->processes[i].node];
        if (n->is_end || n->is_final)
            continue;
        strbuf_printf(out, "%s %s waits", told++ ? "," : "", last->processes[i].name);
        if (n->edge_count) {
            const edge *e = &type->edges.data[n->first_edge];
            strbuf_printf(out, " at line %u (%s)", e->where.line, e->text ? e->text : "");
        }
    }
    strbuf_add(out, ".");
}

static void tell_mutex(const trace *t, const property *p, strbuf *out)
{
    const trace_step *last = t->step_count ? &t->steps[t->step_count - 1] : t->initial;
    uint32_t told = 0, labelled;
    add_moment(t, out);
    strbuf_add_char(out, ' ');
    for (uint32_t i = 0; i < last->process_count; i++)
        if (process_find_label(&t->program->processes.data[last->processes[i].type], p->label, &labelled) &&
            last->processes[i].node == labelled)
            strbuf_printf(out, "%s%s", told++ ? " and " : "", last->processes[i].name);
    strbuf_printf(out, " are at the label %s together.", p->label);
}

/* What the program's question asks for, as it is at the end. */
static void add_final_values(const trace *t, const trace_step *last, strbuf *out)
{
    const observation_list *observed = &t->program->question->observed;
    for (size_t i = 0; i < observed->count; i++) {
        const observation *o = &observed->data[i];
        const variable *v = program_observed(t->program, o);
        uint32_t at = v->offset + o->element;
        strbuf_printf(out, "%s %s = ", i ? "," : "", o->name);
        variable_value_text(t->program, v, o->is_local ? last->processes[o->process].locals[at] : last->memory[at], out);
    }
}

static void tell_violation(const trace *t, const property *p, const diag *sources, strbuf *out)
{
    const trace_step *last = t->step_count ? &t->steps[t->step_count - 1] : NULL;
    switch (p->kind) {
    case PROPERTY_ASSERTION: tell_assertion(t, p, sources, out); break;
    case PROPERTY_DEADLOCK: tell_deadlock(t, out); break;
    case PROPERTY_MUTEX: tell_mutex(t, p, out); break;
    case PROPERTY_NEVER:
    case PROPERTY_ALWAYS:
        add_moment(t, out);
        strbuf_printf(out, " the condition of \"%s\"%s", p->name, t->message + strlen("the condition")); /* " is true", " has no value: ..." */
        add_values(t, p->bad, NULL, out);
        strbuf_add(out, ".");
        break;
    case PROPERTY_FINAL:
        add_moment(t, out);
        strbuf_add(out, " all threads have ended and all stores have reached memory:");
        add_final_values(t, last ? last : t->initial, out);
        strbuf_printf(out, ". \"%s\" is %s.", p->name, p->is_wanted ? "met" : "not met");
        break;
    case PROPERTY_LTL: case PROPERTY_CLAIM: case PROPERTY_ACCEPTANCE: case PROPERTY_PROGRESS: trace_explain_loop(t, p, out); break;
    case PROPERTY_RUNTIME:
    case PROPERTY_OVERFLOW:
        if (last)
            strbuf_printf(out, "Step %u, %s at line %u (%s), went wrong: %s.", t->step_count, last->process, last->where.line,
                          last->text, t->message);
        else
            strbuf_printf(out, "Already at the start: %s.", t->message);
        break;
    }
}

void trace_explain(const trace *t, const trace_overtake *overtakes, const property_list *properties, const diag *sources, strbuf *out)
{
    tell_violation(t, property_at(properties, t->property), sources, out);
    if (machine_traits(t->machine)->has_buffers && !trace_tell_late_stores(t, out))
        trace_advise(t, overtakes, properties, out);
}

/* explain.c: from recorded states to a story.
 *
 * A delayed store matters most when it was passed by a load of its own process and missed by another one, which read the
 * old value meanwhile. The last such store of each process is told; weaker evidence only where there is none. */
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

/* The last step in which another process read the old value of a delayed store; step_count: none. */
static uint32_t find_missed(const trace *t, const char *owner, const trace_store *store)
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
        memo->missed[at] = find_missed(memo->t, owner, store);
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
    *out = (trace_overtake){.step = at, .is_commit = s->kind == TRACE_COMMIT};
    if (out->is_commit) {
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

/* Values of scalars and of elements with constant index; an own pending store hides memory. */
static void add_leaf_value(void *data, const expr *e, visit_role role)
{
    (void)role;
    value_list *list = data;
    const program *p = list->t->program;
    int32_t index = 0;
    if (list->count >= MOST_VALUES || (e->index && !expr_is_const(e->index, &index)))
        return;
    if (e->kind == EXPR_LOCAL && list->self) {
        const variable *v = &p->processes.data[list->self->type].locals.data[e->variable];
        add_value(list, v, (uint32_t)index, list->self->locals[v->offset + (uint32_t)index]);
    } else if (e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY) {
        const variable *v = &p->globals.data[e->variable];
        int32_t value = list->after->memory[v->offset + (uint32_t)index];
        for (uint32_t i = 0; e->kind == EXPR_GLOBAL && list->self && i < list->self->store_count; i++)
            if (list->self->stores[i].element == v->offset + (uint32_t)index)
                value = list->self->stores[i].value;
        add_value(list, v, (uint32_t)index, value);
    }
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

/* When the store reached memory after all, and what newer value it buried there. */
static void tell_late_commit(const trace *t, const char *owner, const trace_store *store, strbuf *out)
{
    for (uint32_t i = store->step + 1; i < t->step_count; i++) {
        const trace_step *s = &t->steps[i];
        if (s->process != owner || s->kind != TRACE_COMMIT || s->element != store->element)
            continue;
        int32_t old = trace_before(t, store->step)->memory[store->element], replaced = trace_before(t, i)->memory[store->element];
        strbuf_printf(out, " It reached memory only in step %u", i + 1);
        if (replaced != old && replaced != store->value) {
            strbuf_add(out, ", burying the newer ");
            trace_element_text(t, store->element, replaced, " = ", out);
        }
        strbuf_add(out, ".");
        return;
    }
}

/* The old value that another process read. */
static void tell_missed(const trace *t, const trace_overtake *o, strbuf *out)
{
    const trace_step *s = &t->steps[o->missed];
    for (uint32_t i = 0; i < s->read_count; i++)
        if (s->reads[i].element == o->store.element) {
            strbuf_printf(out, " %s therefore still read the old value ", s->process);
            trace_element_text(t, s->reads[i].element, s->reads[i].value, " = ", out);
            strbuf_add(out, " (");
            trace_add_place(t, o->missed, out);
            strbuf_add(out, ").");
            return;
        }
}

static void tell_overtake(const trace *t, const trace_overtake *o, strbuf *out)
{
    const char *owner = t->steps[o->step].process;
    strbuf_printf(out, " The store ");
    trace_element_text(t, o->store.element, o->store.value, " = ", out);
    strbuf_printf(out, " of %s (", owner);
    trace_add_place(t, o->store.step, out);
    if (o->is_commit) {
        strbuf_add(out, ") was still waiting in its store buffer when its later store ");
        trace_element_text(t, o->element, o->value, " = ", out);
        strbuf_printf(out, " reached memory (step %u).", o->step + 1);
    } else {
        strbuf_printf(out, ") was still waiting in the store buffer of %s when %s went on and read ", owner, owner);
        trace_element_text(t, o->element, o->value, " = ", out);
        strbuf_add(out, " (");
        trace_add_place(t, o->step, out);
        strbuf_add(out, ").");
    }
    if (o->missed < t->step_count)
        tell_missed(t, o, out);
    else
        tell_late_commit(t, owner, &o->store, out);
}

/* Where the passing access was written: a commit stands at the line of its store. */
static void suggest_fence(const trace *t, const trace_overtake *o, strbuf *out)
{
    uint32_t first = t->steps[o->store.step].where.line, second = t->steps[o->step].where.line;
    const trace_process *q = &trace_before(t, o->step)->processes[t->steps[o->step].step.process];
    strbuf_printf(out, " A fence in %s ", t->program->processes.data[q->type].name);
    if (!first || !second || first == second)
        strbuf_printf(out, "after the store of line %u would rule this out.", first);
    else
        strbuf_printf(out, "between line %u and line %u would rule this out.", first, second);
}

static bool is_told(const trace *t, const trace_overtake *told, uint32_t count, const trace_overtake *o)
{
    for (uint32_t i = 0; i < count; i++)
        if (t->steps[told[i].step].process == t->steps[o->step].process)
            return true;
    return false;
}

static bool is_same_advice(const trace *t, const trace_overtake *a, const trace_overtake *b)
{
    return t->steps[a->store.step].where.line == t->steps[b->store.step].where.line &&
           t->steps[a->step].where.line == t->steps[b->step].where.line;
}

/* The last overtake of each process, those that somebody missed before the others. */
static uint32_t choose_overtakes(const trace *t, const trace_overtake *overtakes, trace_overtake *chosen, uint32_t most)
{
    uint32_t count = 0;
    for (int must_be_missed = 1; must_be_missed >= 0 && count == 0; must_be_missed--)
        for (uint32_t i = t->step_count; i-- > 0 && count < most;) {
            const trace_overtake *o = &overtakes[i];
            if (o->found && (o->missed < t->step_count || !must_be_missed) && !is_told(t, chosen, count, o))
                chosen[count++] = *o;
        }
    return count;
}

void trace_explain(const trace *t, const trace_overtake *overtakes, const property_list *properties, const diag *sources, strbuf *out)
{
    enum { MOST_TOLD = 3 };
    tell_violation(t, property_at(properties, t->property), sources, out);
    if (!machine_traits(t->machine)->has_buffers || trace_tell_late_stores(t, out))
        return;
    trace_overtake told[MOST_TOLD];
    uint32_t count = choose_overtakes(t, overtakes, told, MOST_TOLD);
    if (!count)
        strbuf_add(out, " No load of this run overtook an older store: look at the algorithm itself before adding fences.");
    for (uint32_t i = count; i-- > 0;)
        tell_overtake(t, &told[i], out);
    for (uint32_t i = count; i-- > 0;) {
        bool repeated = false;
        for (uint32_t k = i + 1; k < count; k++)
            repeated |= is_same_advice(t, &told[k], &told[i]);
        if (!repeated)
            suggest_fence(t, &told[i], out);
    }
}

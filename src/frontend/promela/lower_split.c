/* lower_split.c: --split-loads, which makes each load of a relaxed location a step of its own.
 *
 * A statement becomes a chain of edges: one for each load, left to right, indices first, each into a temporary local. The operand that && || and the conditional leave
 * out is not loaded: load m has a condition C(m) over the temporaries of those before it. Statements that store, send, start a process or are locked do so in a last step of their own.
 * Others (conditions, assertions, assignments to locals and ghosts) end in the same step as their last load.
 *
 * A condition that turns out false leads back to where it began, with a flag that says so. Beside an else it is not tried again: the else waits for the flags of all. Without one the
 * temporaries are kept, and the process may begin anew as soon as one of the loads would give another value. Nothing is lost by that: loads change nothing that others see, so a run with an
 * attempt that fails could do without it and stand where it began. And a process whose condition stays false is blocked, as one that waits for a whole condition is, so that a deadlock is one
 * with split loads too.
 *
 * Inside of atomic and d_step nothing is split. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower_body.h"

enum { MOST_LOADS = 12 };

typedef struct load {
    const expr *read; /* EXPR_GLOBAL */
    const expr *when; /* it is made only where this is true; NULL: always */
} load;

typedef VEC(load) load_list;

typedef enum split_kind {
    SPLIT_NOT,
    SPLIT_TEST,  /* a condition */
    SPLIT_VALUE, /* ends with its last load */
    SPLIT_ACT    /* all its loads come before it */
} split_kind;

/* What becomes of one edge. */
typedef struct plan {
    split_kind kind;
    load_list loads;
    bool is_held;         /* inside of a block */
    bool has_else;        /* one stands behind it at the same node */
    uint32_t first, flag; /* its temporaries are `first` and so on, among those of the node */
} plan;

typedef struct splitter {
    lowering *l;
    process_type *type;
    VEC(edge) made;
    VEC(uint32_t) temporaries, flags; /* locals, shared by all nodes: 0 while no statement of the node at hand is being evaluated */
    uint32_t temporary_count, flag_count; /* of the node at hand */
    VEC(plan) plans;     /* of the node at hand */
    const plan *of;      /* the statement at hand */
    const load *in_place; /* the load that is made in the very step; NULL: none */
    const char *refused; /* why the expression at hand cannot be split */
} splitter;

/* ---- Conditions; NULL is true ---- */
static bool is_false(const expr *e)
{
    int32_t value;
    return e && expr_is_const(e, &value) && !value;
}

static const expr *never(splitter *s, source_location where)
{
    return expr_const(s->l->program->memory, 0, where);
}

static const expr *both(splitter *s, const expr *a, const expr *b)
{
    if (!a || is_false(b))
        return b;
    return !b || is_false(a) ? a : expr_binary(s->l->program->memory, OP_AND, a, b, a->where);
}

static const expr *negated(splitter *s, const expr *a, source_location where)
{
    return !a ? never(s, where) : is_false(a) ? NULL : expr_unary(s->l->program->memory, OP_NOT, a, a->where);
}

static const expr *either(splitter *s, const expr *a, const expr *b)
{
    if (!a || is_false(b))
        return a;
    return !b || is_false(a) ? b : expr_binary(s->l->program->memory, OP_OR, a, b, a->where);
}

/* ---- The loads of a statement ---- */
static bool is_load(const splitter *s, const expr *e)
{
    return e->kind == EXPR_GLOBAL && s->l->program->globals.data[e->variable].class == VARIABLE_RELAXED;
}

static bool is_known(const load_list *loads, const expr *read)
{
    for (size_t i = 0; i < loads->count; i++)
        if (loads->data[i].read == read)
            return true;
    return false;
}

static void collect(splitter *s, const expr *e, const expr *when, load_list *out);

/* What a poll would compare with is looked at together with the channel. */
static void collect_poll(splitter *s, const expr *e)
{
    load_list inside = {0};
    collect(s, e->poll->channel, NULL, &inside);
    for (uint32_t i = 0; i < e->poll->argument_count; i++)
        collect(s, e->poll->patterns[i].match, NULL, &inside);
    if (inside.count)
        s->refused = "it looks for a message with what it loads";
    vec_release(&inside);
}

static void collect(splitter *s, const expr *e, const expr *when, load_list *out)
{
    if (!e || is_known(out, e))
        return;
    if (e->kind == EXPR_POLL)
        collect_poll(s, e);
    collect(s, e->index, when, out);
    collect(s, e->pid, when, out);
    collect(s, e->a, when, out);
    bool is_and = e->kind == EXPR_BINARY && e->op == OP_AND, is_or = e->kind == EXPR_BINARY && e->op == OP_OR, chooses = e->kind == EXPR_CONDITIONAL;
    collect(s, e->b, is_and || chooses ? both(s, when, e->a) : is_or ? both(s, when, negated(s, e->a, e->where)) : when, out);
    collect(s, e->c, chooses ? both(s, when, negated(s, e->a, e->where)) : when, out);
    if (is_load(s, e))
        vec_push(out, ((load){e, when}));
}

static void collect_effect(splitter *s, const effect *f, load_list *out)
{
    if (f->kind == EFFECT_PRINT)
        return; /* no step depends on what is shown */
    collect(s, f->channel, NULL, out);
    collect(s, f->target.index, NULL, out);
    collect(s, f->expected, NULL, out);
    collect(s, f->value, NULL, out);
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (f->kind == EFFECT_RECEIVE) {
            collect(s, f->patterns[i].match, NULL, out);
            collect(s, f->patterns[i].target.index, NULL, out);
        } else {
            collect(s, f->arguments[i], NULL, out);
        }
    collect(s, f->result.index, NULL, out);
    if (f->kind == EFFECT_RECEIVE && out->count)
        s->refused = "it takes a message by what it loads";
}

/* Does the effect stay within the process and the ghosts? */
static bool is_own(const splitter *s, const effect *f)
{
    bool is_ghost = f->target.kind == PLACE_GLOBAL && s->l->program->globals.data[f->target.variable].class == VARIABLE_GHOST;
    return f->kind == EFFECT_ASSERT || f->kind == EFFECT_PRINT || (f->kind == EFFECT_ASSIGN && (f->target.kind != PLACE_GLOBAL || is_ghost));
}

/* Does its value change without a step of the process, loads aside? */
static bool is_volatile(const splitter *s, const expr *e)
{
    if (!e)
        return false;
    bool stays = e->kind == EXPR_CONST || e->kind == EXPR_LOCAL || e->kind == EXPR_UNARY || e->kind == EXPR_BINARY || e->kind == EXPR_CONDITIONAL ||
                 e->kind == EXPR_BOUND || e->kind == EXPR_PID || is_load(s, e);
    return !stays || is_volatile(s, e->index) || is_volatile(s, e->a) || is_volatile(s, e->b) || is_volatile(s, e->c);
}

static bool has_timeout(const expr *e)
{
    return e && (e->kind == EXPR_TIMEOUT || has_timeout(e->index) || has_timeout(e->pid) || has_timeout(e->a) || has_timeout(e->b) || has_timeout(e->c));
}

/* ---- Temporaries ---- */
static uint32_t new_local(splitter *s, const char *name, size_t number, value_type type)
{
    variable made = {.name = arena_printf(s->l->program->memory, "%s%zu", name, number), .type = type, .count = 1, .is_temporary = true, .where = s->type->where};
    vec_push(&s->type->locals, made);
    return (uint32_t)s->type->locals.count - 1;
}

static uint32_t temporary(splitter *s, size_t number)
{
    while (s->temporaries.count <= number) {
        uint32_t made = new_local(s, "_load", s->temporaries.count, (value_type){32, true});
        vec_push(&s->temporaries, made);
    }
    return s->temporaries.data[number];
}

static uint32_t flag(splitter *s, size_t number)
{
    while (s->flags.count <= number) {
        uint32_t made = new_local(s, "_failed", s->flags.count, (value_type){1, false});
        vec_push(&s->flags, made);
    }
    return s->flags.data[number];
}

static const expr *local(splitter *s, uint32_t number, source_location where)
{
    expr *e = expr_new(s->l->program->memory, EXPR_LOCAL, where);
    e->variable = number;
    return e;
}

/* The expression with temporaries for loads. */
static const expr *loaded(void *data, const expr *e)
{
    splitter *s = data;
    for (size_t i = 0; i < s->of->loads.count; i++)
        if (s->of->loads.data[i].read == e && s->in_place != &s->of->loads.data[i])
            return local(s, temporary(s, s->of->first + i), e->where);
    return expr_map(s->l->program->memory, e, loaded, s);
}

static const expr *with(splitter *s, const expr *e, const load *in_place)
{
    s->in_place = in_place;
    return e ? loaded(s, e) : NULL;
}

/* ---- Edges ---- */
static void add_effect(splitter *s, edge *e, effect added)
{
    step_code code = {.effect_count = e->effect_count, .effects = e->effects};
    step_add_effect(s->l, &code, added);
    e->effects = code.effects;
    e->effect_count = code.effect_count;
}

static void set_local(splitter *s, edge *e, uint32_t number, const expr *value)
{
    add_effect(s, e, (effect){.kind = EFFECT_ASSIGN, .target = {.kind = PLACE_LOCAL, .variable = number, .where = e->where}, .value = value, .where = e->where});
}

static void clear(splitter *s, edge *e, uint32_t number)
{
    set_local(s, e, number, expr_const(s->l->program->memory, 0, e->where));
}

/* Whoever leaves the node forgets what was tried there. */
static void forget_all(splitter *s, edge *e)
{
    for (uint32_t i = 0; i < s->temporary_count; i++)
        clear(s, e, temporary(s, i));
    for (uint32_t i = 0; i < s->flag_count; i++)
        clear(s, e, flag(s, i));
}

static void forget_own(splitter *s, edge *e)
{
    for (size_t i = 0; i < s->of->loads.count; i++)
        clear(s, e, temporary(s, s->of->first + i));
}

static const char *load_text(splitter *s, const load *m)
{
    strbuf text = {0};
    strbuf_add(&text, "load ");
    expr_print(s->l->program, s->type, m->read, &text);
    const char *copy = arena_strdup(s->l->program->memory, strbuf_text(&text));
    strbuf_release(&text);
    return copy;
}

/* A step that only loads: no effect of the statement. */
static edge load_edge(splitter *s, const edge *of, uint32_t from, uint32_t to, const expr *guard, const load *m)
{
    return (edge){.source = from, .target = to, .guard = guard, .text = m ? load_text(s, m) : of->text, .is_part = true, .where = of->where};
}

static void keep(splitter *s, edge *e, const load *m)
{
    set_local(s, e, temporary(s, s->of->first + (size_t)(m - s->of->loads.data)), with(s, m->read, m));
}

static void push(splitter *s, const edge *e)
{
    if (!is_false(e->guard))
        vec_push(&s->made, *e);
}

static effect effect_with(splitter *s, const effect *f, const load *in_place)
{
    arena *memory = s->l->program->memory;
    effect made = *f;
    const expr **arguments = ARENA_ARRAY(memory, const expr *, f->argument_count + 1);
    for (uint32_t i = 0; i < f->argument_count && f->kind != EFFECT_RECEIVE; i++)
        arguments[i] = f->kind == EFFECT_PRINT ? f->arguments[i] : with(s, f->arguments[i], in_place);
    made.arguments = f->kind == EFFECT_RECEIVE ? f->arguments : arguments;
    made.channel = with(s, f->channel, in_place);
    made.target.index = with(s, f->target.index, in_place);
    made.result.index = with(s, f->result.index, in_place);
    made.expected = with(s, f->expected, in_place);
    made.value = with(s, f->value, in_place);
    return made;
}

/* The statement itself, once all is loaded, but for the load that it makes in this step. */
static void push_last(splitter *s, const edge *of, uint32_t from, const expr *guard, const load *in_place)
{
    edge e = *of;
    e.source = from;
    e.guard = both(s, guard, with(s, of->guard, in_place));
    e.effects = NULL;
    e.effect_count = 0;
    for (uint32_t i = 0; i < of->effect_count; i++)
        add_effect(s, &e, effect_with(s, &of->effects[i], in_place));
    forget_all(s, &e);
    push(s, &e);
}

/* The condition is false: back to where it began. */
static void push_failure(splitter *s, const edge *of, uint32_t from, const expr *guard, const load *in_place)
{
    if (s->of->kind != SPLIT_TEST)
        return;
    const expr *fails = negated(s, with(s, of->guard, in_place), of->where);
    edge e = load_edge(s, of, from, of->source, both(s, guard, fails), in_place ? in_place : &s->of->loads.data[0]);
    if (s->of->has_else)
        forget_own(s, &e);
    else if (in_place)
        keep(s, &e, in_place);
    set_local(s, &e, flag(s, s->of->flag), expr_const(s->l->program->memory, 1, of->where));
    push(s, &e);
}

/* ---- A statement ---- */
static const expr *flag_is(splitter *s, bool set, source_location where)
{
    const expr *it = local(s, flag(s, s->of->flag), where);
    return set ? it : negated(s, it, where);
}

/* Is some load behind that one needed, once it is made? */
static const expr *more_after(splitter *s, size_t at, source_location where)
{
    const expr *more = never(s, where);
    for (size_t i = at + 1; i < s->of->loads.count; i++)
        more = either(s, more, with(s, s->of->loads.data[i].when, &s->of->loads.data[at]));
    return more;
}

/* What may follow where `done` loads are made, or are not needed: the next one, or the end. */
static void go_on(splitter *s, const edge *of, size_t done, const uint32_t *nodes)
{
    const load_list *loads = &s->of->loads;
    const expr *so_far = !done && s->of->kind == SPLIT_TEST ? flag_is(s, false, of->where) : NULL;
    for (size_t i = done; i < loads->count; i++) {
        const load *m = &loads->data[i];
        const expr *when = with(s, m->when, NULL), *now = both(s, so_far, when);
        const expr *more = s->of->kind == SPLIT_ACT ? NULL : more_after(s, i, of->where);
        edge e = load_edge(s, of, nodes[done], nodes[i + 1], both(s, now, more), m);
        keep(s, &e, m);
        push(s, &e);
        const expr *enough = both(s, now, negated(s, more, of->where));
        if (!is_false(enough)) {
            push_last(s, of, nodes[done], enough, m);
            push_failure(s, of, nodes[done], enough, m);
        }
        so_far = both(s, so_far, negated(s, when, of->where));
    }
    if (is_false(so_far))
        return;
    push_last(s, of, nodes[done], so_far, NULL);
    if (done)
        push_failure(s, of, nodes[done], so_far, NULL);
}

/* A condition that was false may be looked at again where load `at` gives another value now. */
static void push_again(splitter *s, const edge *of, size_t at)
{
    arena *memory = s->l->program->memory;
    const load *m = &s->of->loads.data[at];
    const expr *made = both(s, flag_is(s, true, of->where), with(s, m->when, NULL));
    const expr *old = local(s, temporary(s, s->of->first + at), of->where);
    const expr *differs = expr_binary(memory, OP_NOT_EQUAL, with(s, m->read, m), old, of->where);
    edge e = load_edge(s, of, of->source, of->source, both(s, made, differs), m);
    clear(s, &e, flag(s, s->of->flag));
    forget_own(s, &e);
    push(s, &e);
}

static void split_statement(splitter *s, const edge *of)
{
    size_t count = s->of->loads.count;
    uint32_t nodes[MOST_LOADS + 1] = {of->source};
    size_t last = s->of->kind == SPLIT_ACT ? count : count - 1; /* behind the last load stands only a statement that is a step of its own */
    for (size_t i = 1; i <= last; i++) {
        node between = s->type->nodes.data[of->source];
        nodes[i] = (uint32_t)s->type->nodes.count;
        vec_push(&s->type->nodes, between);
    }
    for (size_t i = 0; i <= last; i++)
        go_on(s, of, i, nodes);
    for (size_t at = 0; at < count && s->of->kind == SPLIT_TEST && !s->of->has_else; at++)
        push_again(s, of, at);
}

/* ---- All statements of a node ---- */
static void refuse(splitter *s, const edge *e, const char *why)
{
    diag_error(s->l->diag, e->where, "--split-loads cannot split this statement: %s; load into a local in a statement before it", why);
}

/* May a load be passed over at a moment before the last step, by a condition that is another then? The last step would look at what was not loaded. */
static bool is_unsure(const splitter *s, const load_list *loads, bool acts)
{
    for (size_t i = 0; i + (acts ? 1 : 2) < loads->count; i++)
        if (is_volatile(s, loads->data[i].when))
            return true;
    return false;
}

static void plan_edge(splitter *s, const edge *e, plan *p)
{
    bool acts = false;
    s->refused = NULL;
    collect(s, e->guard, NULL, &p->loads);
    for (uint32_t i = 0; i < e->effect_count; i++) {
        collect_effect(s, &e->effects[i], &p->loads);
        acts |= !is_own(s, &e->effects[i]);
    }
    if (!p->is_held && s->refused)
        refuse(s, e, s->refused);
    else if (!p->is_held && is_unsure(s, &p->loads, acts))
        refuse(s, e, "a ghost, a channel or another process decides what it loads, and may change before its last step");
    else if (!p->is_held && p->loads.count > MOST_LOADS)
        refuse(s, e, "it loads too many locations");
    else if (!p->is_held && p->loads.count > (acts ? 0 : 1))
        p->kind = acts ? SPLIT_ACT : e->guard ? SPLIT_TEST : SPLIT_VALUE;
}

/* The else looks at what all conditions before it look at: where these load more than once, each is a step of its own. What a block begins with stays one look. */
static void plan_else(splitter *s, const edge *edges, size_t count, size_t otherwise)
{
    size_t loads = 0, blocks = 0;
    for (size_t i = 0; i < otherwise; i++) {
        loads += s->plans.data[i].loads.count;
        blocks += s->plans.data[i].is_held && s->plans.data[i].loads.count;
    }
    for (size_t i = 0; i < otherwise; i++) {
        plan *p = &s->plans.data[i];
        p->has_else = true;
        if (loads > 1 && p->loads.count && edges[i].guard && !p->is_held)
            p->kind = SPLIT_TEST;
    }
    CHECK(otherwise < count);
    if (blocks > 1)
        refuse(s, &edges[otherwise], "the else looks at the loads of several blocks at once");
}

static bool sends(const edge *e)
{
    return edge_has_effect(e, EFFECT_SEND);
}

static void check_plan(splitter *s, const edge *edges, size_t count, size_t at)
{
    const plan *p = &s->plans.data[at];
    if (p->kind == SPLIT_NOT)
        return;
    if (has_timeout(edges[at].guard))
        refuse(s, &edges[at], "it asks for timeout");
    else if (edges[0].priority)
        refuse(s, &edges[at], "an unless may interrupt it, or begins with it");
    else if (p->kind == SPLIT_ACT && count > 1 && sends(&edges[at]))
        refuse(s, &edges[at], "other options stand beside the message");
    else if (p->kind == SPLIT_TEST && !p->has_else && is_volatile(s, edges[at].guard))
        refuse(s, &edges[at], "it looks at a ghost, a channel or another process too, and waits");
}

static void plan_node(splitter *s, const edge *edges, const bool *held, size_t count)
{
    vec_clear(&s->plans);
    s->temporary_count = s->flag_count = 0;
    for (size_t i = 0; i < count; i++) {
        plan p = {.is_held = held[i] || edges[i].is_gap};
        plan_edge(s, &edges[i], &p);
        vec_push(&s->plans, p);
    }
    for (size_t i = 0; i < count; i++)
        if (edges[i].is_else)
            plan_else(s, edges, count, i);
    for (size_t i = 0; i < count; i++) {
        plan *p = &s->plans.data[i];
        check_plan(s, edges, count, i);
        p->first = s->temporary_count;
        p->flag = s->flag_count;
        s->temporary_count += p->kind == SPLIT_NOT ? 0 : (uint32_t)p->loads.count;
        s->flag_count += p->kind == SPLIT_TEST;
    }
}

static void split_node(splitter *s, const edge *edges, const bool *held, size_t count)
{
    plan_node(s, edges, held, count);
    for (size_t i = 0; i < count && !diag_has_errors(s->l->diag); i++) {
        s->of = &s->plans.data[i];
        if (s->of->kind != SPLIT_NOT) {
            split_statement(s, &edges[i]);
            continue;
        }
        edge e = edges[i];
        forget_all(s, &e);
        vec_push(&s->made, e);
    }
    for (size_t i = 0; i < count; i++)
        vec_release(&s->plans.data[i].loads);
}

/* ---- The whole process ---- */
/* What is evaluated outside of statements loads nothing. */
static void check_elsewhere(splitter *s)
{
    load_list loads = {0};
    collect(s, s->type->provided, NULL, &loads);
    if (loads.count)
        diag_error(s->l->diag, s->type->provided->where, "--split-loads cannot split a provided clause, which is part of every step: it must not load relaxed memory");
    for (size_t i = 0; i < s->type->locals.count; i++) {
        vec_clear(&loads);
        collect(s, s->type->locals.data[i].initializer, NULL, &loads);
        if (loads.count)
            diag_error(s->l->diag, s->type->locals.data[i].where, "--split-loads cannot split an initial value, which is part of the creation of a process: load it in a statement");
    }
    vec_release(&loads);
}

void split_loads(lowering *l, const bool *held)
{
    splitter s = {.l = l, .type = lowering_process(l)};
    const edge *edges = s.type->edges.data;
    size_t count = s.type->edges.count, end;
    check_elsewhere(&s);
    for (size_t first = 0; first < count; first = end) {
        for (end = first + 1; end < count && edges[end].source == edges[first].source;)
            end++;
        split_node(&s, edges + first, held + first, end - first);
    }
    vec_clear(&s.type->edges);
    for (size_t i = 0; i < s.made.count; i++)
        vec_push(&s.type->edges, s.made.data[i]);
    vec_release(&s.made);
    vec_release(&s.temporaries);
    vec_release(&s.flags);
    vec_release(&s.plans);
}

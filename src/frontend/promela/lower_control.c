/* lower_control.c: from statements to the structure that the control-flow graph is read from.
 *
 * Every statement becomes one element, compound ones an element with parts; elements are chained in sequences. The rules for where a
 * sequence leads on, what holds the processor and what an escape covers are SPIN's (its flow.c), so that the steps of a process
 * are exactly SPIN's: an explicit search must count the same states. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower_body.h"

/* A statement whose parts are built, but which has no element of its own yet: the order of the two decides SPIN's numbering. */
typedef struct pending {
    const ast_statement *from;
    sequence *parts;
    bool is_loop;
    loop *around;
    step_code code;
} pending;

static void prepare(body *b, const ast_statement *s, pending *out);
static void put(body *b, const pending *p);

/* ---- Elements and sequences ---- */

element *body_new_element(body *b, element_kind kind, source_location where)
{
    element *e = ARENA_NEW(b->l->scratch, element);
    e->kind = kind;
    e->where = where;
    e->node = -1;
    e->text = "";
    vec_push(&b->elements, e);
    e->number = (uint32_t)b->elements.count;
    if (e->number == LOWER_MAX_STATEMENTS)
        diag_error(b->l->diag, where, "a process has more than %d statements", LOWER_MAX_STATEMENTS);
    return e;
}

void body_append(sequence *s, element *e)
{
    if (!s->first)
        s->first = e;
    else
        s->last->next = e;
    s->last = e;
}

element *body_new_step(body *b, step_code code, const char *text, source_location where)
{
    element *e = body_new_element(b, ELEMENT_STEP, where);
    e->code = code;
    e->text = arena_strdup(b->l->program->memory, text);
    return e;
}

sequence *body_open(body *b)
{
    sequence *outer = b->current;
    b->current = ARENA_NEW(b->l->scratch, sequence);
    return outer;
}

sequence *body_close(body *b, sequence *outer)
{
    sequence *s = b->current;
    if (!s->first)
        body_append(s, body_new_step(b, (step_code){0}, "skip", (source_location){0}));
    s->extent = s->last;
    b->current = outer;
    return s;
}

/* ---- Labels ---- */

static bool begins_with(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

/* Does a property, a claim or a statement ask whether somebody stands there? */
static bool is_asked_for(const body *b, const char *name)
{
    const lowering *l = b->l;
    for (size_t i = 0; i < l->input->label_count; i++)
        if (!strcmp(l->input->labels[i], name))
            return true;
    for (const ast_label_reference *r = l->file->label_references; r; r = r->next)
        if (!strcmp(r->label, name) && (!r->process || !strcmp(r->process, lowering_process(b->l)->name)))
            return true;
    return false;
}

bool body_means_something(const body *b, const char *name)
{
    return begins_with(name, "end") || begins_with(name, "progress") || begins_with(name, "accept") || is_asked_for(b, name);
}

/* A goto or break is no place to stand at. With a label that means something it needs a state to carry it, as in SPIN: a skip before it. */
static element *set_labels(body *b, const ast_label *labels, element *e)
{
    element *at = e;
    bool is_end = false, is_progress = false, is_accept = false, is_asked = false;
    for (const ast_label *m = labels; m; m = m->next) {
        is_asked |= e->kind == ELEMENT_GOTO && is_asked_for(b, m->name);
        is_end |= begins_with(m->name, "end");
        is_progress |= begins_with(m->name, "progress");
        is_accept |= begins_with(m->name, "accept");
    }
    if (e->kind == ELEMENT_GOTO && (is_end || is_progress || is_accept || is_asked))
        at = body_new_step(b, (step_code){0}, is_asked ? e->text : "skip", e->where);
    at->is_end |= is_end;
    at->is_progress |= is_progress;
    at->is_accept |= is_accept;
    for (const ast_label *m = labels; m; m = m->next) {
        placed_label placed = {.name = arena_strdup(b->l->program->memory, m->name), .at = at, .where = m->where};
        vec_push(&b->labels, placed);
        at->has_label = true;
    }
    return at;
}

/* A label on the first statement of { } is one on the block: the process waits there. Of atomic and d_step, as in SPIN, it is an error:
 * a jump to it would not be a jump into the middle. */
static void lift_labels(body *b, element *block, bool is_plain)
{
    element *first = block->parts->first;
    if (!first->has_label)
        return;
    for (size_t i = b->labels.count; i-- > 0;) {
        placed_label *placed = &b->labels.data[i];
        if (placed->at != first)
            continue;
        if (!is_plain) {
            diag_error(b->l->diag, placed->where, "label %s stands at the first statement of the block; put it in front of the block", placed->name);
            return;
        }
        placed->at = block;
    }
    block->has_label = true;
    block->is_end |= first->is_end;
    block->is_progress |= first->is_progress;
    block->is_accept |= first->is_accept;
}

/* ---- Declarations ---- */

/* Behind a statement, or in a block, a declaration is a step that sets the variable (element 0 of an array, as in SPIN). */
static void declaration_step(body *b, const symbol *s)
{
    lowering *l = b->l;
    const ast_decl *d = s->decl;
    if (d->is_channel_initializer) {
        diag_error(l->diag, d->where, "channel %s must be declared at the start of the proctype, before any statement", d->name);
        return;
    }
    if (d->initializer_is_list) {
        diag_error(l->diag, d->where, "an array with a list of initial values must be declared at the start of the proctype, before any statement");
        return;
    }
    step_code code = {0};
    const char *text = arena_printf(l->scratch, "%s", d->name);
    if (d->type.kind != AST_STRUCT && s->count) {
        arena *memory = l->program->memory;
        place to = {.kind = PLACE_LOCAL, .variable = s->first, .where = d->where};
        if (d->array)
            to.index = expr_const(memory, 0, d->where);
        if (d->initializer && d->initializer->kind == AST_RUN)
            diag_error(l->diag, d->initializer->where, "run cannot be an initial value; assign it in a statement of its own");
        const expr *value = d->initializer ? lower_expr(l, d->initializer) : expr_const(memory, 0, d->where);
        code = step_assign(l, &to, value, d->where);
        text = iterate_assign_text(b, d->array ? arena_printf(l->scratch, "%s[0]", d->name) : d->name, value);
        if (d->array && d->initializer)
            diag_warning(l->diag, d->where, "only %s[0] gets its initial value here, as in SPIN; declare %s at the start of the proctype",
                         d->name, d->name);
    }
    body_append(b->current, body_new_step(b, code, text, d->where));
}

static void declare(body *b, const ast_decl *decls)
{
    proctype_info *info = &b->l->proctypes.data[b->l->process];
    for (const ast_decl *d = decls; d; d = d->next) {
        CHECK(info->next_local < info->locals.count && info->locals.data[info->next_local].decl == d);
        const symbol *s = &info->locals.data[info->next_local++];
        if (b->at_top)
            types_initialize_local(b->l, s);
        else
            declaration_step(b, s);
        symbol_show(b->l, s, b->scope);
    }
}

/* ---- Sequences ---- */

static void add_statement(body *b, const ast_statement *s, bool is_first)
{
    if (s->kind == AST_DECLARATION) {
        declare(b, s->decls);
        return;
    }
    if (s->kind == AST_XR)
        return;
    b->at_top = false;
    pending p;
    prepare(b, s, &p);
    gap_mark(b, s, is_first, &p.code);
    put(b, &p);
}

static bool takes_steps(const ast_statement *s)
{
    return s->kind != AST_DECLARATION && s->kind != AST_XR;
}

static void add_statements(body *b, const ast_sequence *s)
{
    const ast_statement *last = NULL;
    bool beside_else = b->beside_else;
    for (const ast_statement *at = s->first; at; at = at->next) {
        b->beside_else = beside_else && !last;
        if (last && takes_steps(at))
            gap_before(b, at, last);
        add_statement(b, at, !last);
        last = takes_steps(at) ? at : last;
    }
    b->beside_else = false;
    if (last && s->is_path)
        gap_behind(b, last);
    b->beside_else = beside_else;
}

void body_add_block(body *b, const ast_sequence *s)
{
    size_t outer = b->scope;
    b->scope = b->l->visible.count;
    b->at_top = false;
    add_statements(b, s);
    b->l->visible.count = b->scope;
    b->scope = outer;
}

/* An option: no scope of its own. */
static sequence *build_sequence(body *b, const ast_sequence *s)
{
    sequence *outer = body_open(b);
    b->at_top = false;
    add_statements(b, s);
    return body_close(b, outer);
}

static sequence *build_block(body *b, const ast_sequence *s)
{
    sequence *outer = body_open(b);
    body_add_block(b, s);
    return body_close(b, outer);
}

/* ---- Compound statements: their parts ---- */

/* Before the choice a process stands at the if or do, after it behind the first statement: such a label is seen only after a jump to it. */
static void warn_of_unseen_labels(body *b, const ast_sequence *option)
{
    for (const ast_label *m = option->first ? option->first->labels : NULL; m; m = m->next)
        if (body_means_something(b, m->name))
            diag_warning(b->l->diag, m->where,
                         "no process is seen at %s unless it jumps there: before it chooses this option it stands at the if or do; put the label in front of that, or "
                         "begin the option with skip",
                         m->name);
}

static sequence *build_options(body *b, const ast_sequence *options)
{
    sequence *first = NULL, **link = &first;
    bool outer = b->beside_else, has_else = false;
    for (const ast_sequence *o = options; o; o = o->next)
        has_else |= o->first && o->first->kind == AST_ELSE;
    for (const ast_sequence *o = options; o; o = o->next) {
        warn_of_unseen_labels(b, o);
        if (has_else)
            warn_assigned_guard(b->l, o);
        b->beside_else = outer || has_else;
        *link = build_sequence(b, o);
        link = &(*link)->next;
    }
    b->beside_else = outer;
    return first;
}

static sequence *build_held(body *b, const ast_statement *s)
{
    lowering *l = b->l;
    bool atomic = l->in_atomic, d_step = l->in_d_step;
    l->in_atomic |= s->kind == AST_ATOMIC;
    l->in_d_step |= s->kind == AST_D_STEP;
    sequence *made = build_block(b, s->body);
    l->in_atomic = atomic;
    l->in_d_step = d_step;
    return made;
}

/* The parser opens a block that is the body of unless. It began before the first statement in it, so its place tells the two apart: SPIN places
 * a statement without braces only after the escape. */
static bool body_was_block(const ast_statement *s)
{
    return s->body->where.line != s->where.line || s->body->where.column != s->where.column || !s->body->first || s->body->first->next;
}

/* Its first statement may not wait for the buffer where it did not, as beside an else: what it interrupts would go on. */
static sequence *build_escape(body *b, const ast_sequence *s)
{
    bool outer = b->beside_else;
    b->beside_else = true;
    sequence *made = build_block(b, s);
    b->beside_else = outer;
    return made;
}

static sequence *build_unless(body *b, const ast_statement *s)
{
    sequence *covered, *by;
    if (body_was_block(s)) {
        covered = build_block(b, s->body);
        by = build_escape(b, s->escape);
    } else {
        pending one;
        prepare(b, s->body->first, &one);
        by = build_escape(b, s->escape);
        sequence *outer = body_open(b);
        put(b, &one);
        covered = body_close(b, outer);
    }
    covered->next = by;
    return covered;
}

static void build_loop(body *b, const ast_statement *s, pending *out)
{
    loop *outer = b->loop;
    out->is_loop = true;
    out->around = b->loop = ARENA_NEW(b->l->scratch, loop);
    if (s->kind == AST_FOR)
        out->parts = iterate_for(b, s);
    else if (s->kind == AST_SELECT)
        out->parts = iterate_select(b, s, &out->is_loop);
    else
        out->parts = build_options(b, s->options);
    b->loop = outer;
}

static void prepare(body *b, const ast_statement *s, pending *out)
{
    *out = (pending){.from = s};
    b->at_top = false;
    switch (s->kind) {
    case AST_IF: out->parts = build_options(b, s->options); break;
    case AST_DO:
    case AST_FOR:
    case AST_SELECT: build_loop(b, s, out); break;
    case AST_BLOCK: out->parts = build_block(b, s->body); break;
    case AST_ATOMIC:
    case AST_D_STEP: out->parts = build_held(b, s); break;
    case AST_UNLESS: out->parts = build_unless(b, s); break;
    case AST_GOTO:
    case AST_BREAK: break;
    case AST_EXPRESSION:
    case AST_ASSIGN:
    case AST_INCREMENT:
    case AST_DECREMENT:
    case AST_SEND:
    case AST_RECEIVE:
    case AST_ASSERT:
    case AST_PRINTF:
    case AST_SKIP:
    case AST_ELSE: out->code = lower_step(b->l, s); break;
    case AST_DECLARATION:
    case AST_XR: BUG("no statement of its own");
    }
}

/* ---- Compound statements: their elements ---- */

typedef struct first_steps {
    const element *rendezvous, *otherwise, *second_else;
} first_steps;

/* The statements that a process may begin with here. */
static void find_first_steps(element *at, first_steps *found)
{
    const element *e = flow_start(at);
    if (e->kind == ELEMENT_STEP) {
        if (e->code.may_rendezvous)
            found->rendezvous = e;
        if (e->code.is_else && found->otherwise)
            found->second_else = e;
        else if (e->code.is_else)
            found->otherwise = e;
    } else if (e->kind == ELEMENT_CHOICE) {
        for (const sequence *s = e->parts; s; s = s->next)
            find_first_steps(s->first, found);
    } else if (e->kind == ELEMENT_BLOCK) {
        find_first_steps(e->parts->first, found);
    } else if (e->kind == ELEMENT_D_STEP) { /* one step: an else that it begins with speaks of its own options only */
        first_steps inside = {0};
        find_first_steps(e->parts->first, &inside);
        if (inside.rendezvous)
            found->rendezvous = inside.rendezvous;
    }
}

/* `else` goes to the end; there is one at most, and none beside a rendezvous. */
static sequence *order_options(body *b, sequence *options)
{
    sequence *first = NULL, **link = &first, *otherwise = NULL;
    for (sequence *s = options, *next; s; s = next) {
        next = s->next;
        s->next = NULL;
        bool is_else = s->first->kind == ELEMENT_STEP && s->first->code.is_else;
        if (is_else && !otherwise) {
            otherwise = s;
            continue;
        }
        *link = s;
        link = &s->next;
    }
    *link = otherwise;
    first_steps found = {0};
    for (const sequence *s = first; s; s = s->next)
        find_first_steps(s->first, &found);
    if (found.second_else)
        diag_error(b->l->diag, found.second_else->where,
                   "a second else at the same point: an if or do has at most one, those that its options begin with included");
    if (found.rendezvous && found.otherwise)
        diag_error(b->l->diag, found.otherwise->where,
                   "else beside a rendezvous is not supported: whether `%s` is possible depends on the other process", found.rendezvous->text);
    return first;
}

static element *put_choice(body *b, const pending *p)
{
    element *e = body_new_element(b, ELEMENT_CHOICE, p->from->where);
    element *join = body_new_element(b, ELEMENT_JOIN, p->from->where);
    e->parts = order_options(b, p->parts);
    for (sequence *s = e->parts; s; s = s->next)
        body_append(s, join);
    if (p->is_loop) {
        body_append(b->current, join); /* the way back leads over it to the choice */
        join = body_new_element(b, ELEMENT_EXIT, p->from->where);
        p->around->exit = join;
    }
    body_append(b->current, e);
    body_append(b->current, join);
    return e;
}

static element *put_unless(body *b, const pending *p)
{
    element *e = body_new_element(b, ELEMENT_UNLESS, p->from->where);
    element *join = body_new_element(b, ELEMENT_JOIN, p->from->where);
    e->parts = p->parts;
    body_append(p->parts, join);
    body_append(p->parts->next, join);
    first_steps found = {0};
    find_first_steps(p->parts->next->first, &found);
    if (found.otherwise)
        diag_error(b->l->diag, found.otherwise->where, "else cannot be what interrupts in an unless");
    if (b->l->in_d_step)
        diag_error(b->l->diag, p->from->where, "unless cannot stand inside d_step");
    flow_escape(b, p->parts, p->parts->next);
    body_append(b->current, e);
    body_append(b->current, join);
    return e;
}

/* A label on an unless is one on a block around it, where the process stands before it begins. */
static element *put_labelled_unless(body *b, const pending *p)
{
    sequence *outer = body_open(b);
    put_unless(b, p);
    sequence *inner = body_close(b, outer);
    element *e = body_new_element(b, ELEMENT_BLOCK, p->from->where);
    e->parts = inner;
    return e;
}

static element *put_block(body *b, const pending *p)
{
    bool is_d_step = p->from->kind == AST_D_STEP;
    element *e = body_new_element(b, is_d_step ? ELEMENT_D_STEP : ELEMENT_BLOCK, p->from->where);
    e->parts = p->parts;
    e->is_atomic = p->from->kind == AST_ATOMIC;
    lift_labels(b, e, p->from->kind == AST_BLOCK);
    if (p->from->kind != AST_BLOCK)
        flow_hold(p->parts, is_d_step ? e : NULL);
    return e;
}

static element *put_goto(body *b, const pending *p)
{
    element *e = body_new_element(b, ELEMENT_GOTO, p->from->where);
    e->text = arena_strdup(b->l->program->memory, p->from->text ? p->from->text : "");
    if (p->from->kind == AST_GOTO)
        e->label = p->from->name;
    else if (b->loop)
        e->leaves = b->loop;
    else
        diag_error(b->l->diag, p->from->where, "break outside of a loop");
    return e;
}

/* The element of the statement; choices and unless append themselves. */
static element *make(body *b, const pending *p)
{
    switch (p->from->kind) {
    case AST_IF:
    case AST_DO:
    case AST_FOR:
    case AST_SELECT: return put_choice(b, p);
    case AST_UNLESS: return p->from->labels ? put_labelled_unless(b, p) : put_unless(b, p);
    case AST_BLOCK:
    case AST_ATOMIC:
    case AST_D_STEP: return put_block(b, p);
    case AST_GOTO:
    case AST_BREAK: return put_goto(b, p);
    case AST_EXPRESSION:
    case AST_ASSIGN:
    case AST_INCREMENT:
    case AST_DECREMENT:
    case AST_SEND:
    case AST_RECEIVE:
    case AST_ASSERT:
    case AST_PRINTF:
    case AST_SKIP:
    case AST_ELSE: return body_new_step(b, p->code, p->from->text ? p->from->text : "", p->from->where);
    case AST_DECLARATION:
    case AST_XR: break;
    }
    BUG("no statement of its own");
}

static void put(body *b, const pending *p)
{
    element *e = make(b, p), *labelled = set_labels(b, p->from->labels, e);
    if (e->kind == ELEMENT_CHOICE || e->kind == ELEMENT_UNLESS)
        return;
    if (labelled != e)
        body_append(b->current, labelled);
    body_append(b->current, e);
}

/* ---- The whole body ---- */

static void build(body *b, const ast_sequence *s)
{
    sequence *outer = body_open(b);
    b->outermost = b->current;
    b->at_top = true;
    b->scope = 0;
    add_statements(b, s);
    body_append(b->current, body_new_element(b, ELEMENT_END, s->end.line ? s->end : s->where));
    b->whole = body_close(b, outer);
    flow_connect(b);
}

void lower_body(lowering *l, const ast_sequence *s)
{
    body b = {.l = l};
    build(&b, s);
    if (!diag_has_errors(l->diag)) {
        graph_build(&b);
        if (l->input->buffered && !l->is_condition) {
            warn_blocks(&b);
            note_loads(&b);
        }
    }
    vec_release(&b.elements);
    vec_release(&b.labels);
}

void lower_declare_locals(lowering *l, const ast_sequence *s)
{
    for (const ast_statement *at = s ? s->first : NULL; at; at = at->next) {
        for (const ast_decl *d = at->kind == AST_DECLARATION ? at->decls : NULL; d; d = d->next)
            types_declare_local(l, d, false);
        for (const ast_sequence *o = at->options; o; o = o->next)
            lower_declare_locals(l, o);
        lower_declare_locals(l, at->body);
        lower_declare_locals(l, at->escape);
    }
}

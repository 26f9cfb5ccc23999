/* lower_warn.c: what is right for the language and probably not what the user means, under store buffers above all. */
#include <string.h>

#include "frontend/promela/lower_body.h"
#include "program/visit.h"

/* ---- Blocks that look like a locked operation ---- */

typedef struct block_use {
    lowering *l;
    VEC(const expr *) reads;
    VEC(place) writes;
    bool has_fence;
} block_use;

static void note_read(void *data, const expr *e, visit_role role)
{
    block_use *use = data;
    (void)role;
    if (e->kind == EXPR_GLOBAL && use->l->program->globals.data[e->variable].class == VARIABLE_RELAXED)
        vec_push(&use->reads, e);
}

static void note_write(void *data, const place *target, visit_write how)
{
    block_use *use = data;
    bool relaxed = target->kind == PLACE_GLOBAL && use->l->program->globals.data[target->variable].class == VARIABLE_RELAXED;
    if (relaxed && how == VISIT_ASSIGN)
        vec_push(&use->writes, *target);
}

static void note_effect(block_use *use, const effect *f)
{
    bool is_there = !f->candidate || use->l->program->candidates.data[f->candidate - 1].is_there;
    use->has_fence |= effect_drains(f->kind) && f->kind != EFFECT_RUN && is_there;
    visit_effect(&(program_visitor){.expr = note_read, .place = note_write, .data = use}, f);
}

static void note_sequence(block_use *use, const sequence *s)
{
    for (const element *e = s->first;; e = e->next) {
        visit_expr(&(program_visitor){.expr = note_read, .data = use}, e->code.guard, VISIT_GUARD);
        for (uint32_t i = 0; i < e->code.effect_count; i++)
            note_effect(use, &e->code.effects[i]);
        for (const sequence *part = e->parts; part; part = part->next)
            note_sequence(use, part);
        if (e == s->last)
            return;
    }
}

static bool may_be_same_element(const expr *read, const place *write)
{
    int32_t a, b;
    bool both = read->index && write->index && expr_is_const(read->index, &a) && expr_is_const(write->index, &b);
    return read->variable == write->variable && !(both && a != b);
}

static void warn_block(lowering *l, const element *block)
{
    block_use use = {.l = l};
    const char *name = NULL;
    note_sequence(&use, block->parts);
    for (size_t w = 0; !use.has_fence && !name && w < use.writes.count; w++)
        for (size_t r = 0; !name && r < use.reads.count; r++)
            if (may_be_same_element(use.reads.data[r], &use.writes.data[w]))
                name = l->program->globals.data[use.writes.data[w].variable].name;
    if (name)
        diag_warning(l->diag, block->where,
                     "this block reads and writes %s, but it is no fence: its stores are still in the buffer when it ends, and other "
                     "processes may read the old value; end it with %s to make it a locked operation",
                     name, l->shared >= 0 ? "FENCE()" : "mfence");
    vec_release(&use.reads);
    vec_release(&use.writes);
}

void warn_blocks(body *b)
{
    for (size_t i = 0; i < b->elements.count; i++) {
        const element *e = b->elements.data[i];
        bool inside_another = e->d_step || e->holds || e->holds_last;
        if (!inside_another && (e->kind == ELEMENT_D_STEP || (e->kind == ELEMENT_BLOCK && e->is_atomic)))
            warn_block(b->l, e);
    }
}

/* ---- Statements that a machine takes several steps for ---- */

static void note_load(void *data, const expr *e, visit_role role)
{
    if (role != VISIT_ASSERTED && role != VISIT_PRINTED)
        note_read(data, e, role);
}

static const char *read_text(body *b, const expr *e)
{
    strbuf text = {0};
    expr_print(b->l->program, lowering_process(b->l), e, &text);
    const char *copy = arena_strdup(b->l->scratch, strbuf_text(&text));
    strbuf_release(&text);
    return copy;
}

static void note(body *b, const block_use *use, source_location where)
{
    lowering *l = b->l;
    for (size_t r = 1; r < use->reads.count; r++) {
        const char *first = read_text(b, use->reads.data[0]), *other = read_text(b, use->reads.data[r]);
        if (strcmp(first, other)) {
            const char *what = arena_printf(l->scratch, "this statement loads %s and %s in one step, where a machine takes a step for each", first, other);
            vec_push(&l->load_notes, ((load_note){where, what, -1}));
            return;
        }
    }
    for (size_t w = 0; w < use->writes.count; w++)
        for (size_t r = 0; r < use->reads.count; r++)
            if (may_be_same_element(use->reads.data[r], &use->writes.data[w])) {
                const char *what = arena_printf(l->scratch, "this statement loads and stores %s in one step, but it is no locked instruction: its store waits in the buffer, and may undo what others store "
                                                "meanwhile", read_text(b, use->reads.data[r]));
                vec_push(&l->load_notes, ((load_note){where, what, use->writes.data[w].variable}));
                return;
            }
}

void note_loads(body *b)
{
    lowering *l = b->l;
    for (size_t i = 0; i < b->elements.count; i++) {
        const element *e = b->elements.data[i];
        block_use use = {.l = l};
        program_visitor v = {.expr = note_load, .place = note_write, .data = &use};
        if (e->kind != ELEMENT_STEP || e->holds || e->holds_last || e->d_step || !e->has_edge)
            continue;
        visit_expr(&v, e->code.guard, VISIT_GUARD);
        for (uint32_t k = 0; k < e->code.effect_count; k++)
            visit_effect(&v, &e->code.effects[k]);
        note(b, &use, e->where);
        vec_release(&use.reads);
        vec_release(&use.writes);
    }
}

typedef struct storing {
    uint32_t *processes; /* by global: how many store to it */
    const process_type **last;
    const process_type *type;
} storing;

static void note_storing(void *data, const place *target, visit_write how)
{
    storing *by = data;
    (void)how;
    if (target->kind != PLACE_GLOBAL || by->last[target->variable] == by->type)
        return;
    by->last[target->variable] = by->type;
    by->processes[target->variable] += by->type->active == 1 ? 1 : 2; /* one that is started by `run` may be several */
}

/* By global: how many processes store to it; 2 stands for more. */
static const uint32_t *storing_processes(lowering *l)
{
    const program *p = l->program;
    storing by = {.processes = ARENA_ARRAY(l->scratch, uint32_t, p->globals.count + 1),
                  .last = ARENA_ARRAY(l->scratch, const process_type *, p->globals.count + 1)};
    for (size_t t = 0; t < p->processes.count; t++) {
        by.type = &p->processes.data[t];
        for (size_t i = 0; i < by.type->edges.count; i++)
            visit_edge(&(program_visitor){.place = note_storing, .data = &by}, &by.type->edges.data[i]);
    }
    return by.processes;
}

void warn_loads(lowering *l)
{
    const load_note *first = NULL;
    const uint32_t *processes = storing_processes(l);
    uint32_t count = 0;
    for (size_t i = 0; i < l->load_notes.count; i++) {
        const load_note *n = &l->load_notes.data[i];
        if (n->stored >= 0 && processes[n->stored] < 2)
            continue;
        first = first ? first : n;
        count++;
    }
    if (first)
        diag_warning(l->diag, first->where, "%s%s; --split-loads makes each load a step of its own", first->what,
                     count == 1 ? "" : arena_printf(l->scratch, " (%u more like it)", count - 1));
}

/* ---- Counters that should be ghosts ---- */

typedef struct counter_use {
    bool counted;  /* is incremented or decremented */
    bool asserted; /* is read inside an assert */
    bool other;    /* any other use */
} counter_use;

static void note_use(void *data, const expr *e, visit_role role)
{
    counter_use *uses = data; /* one for each global */
    if ((e->kind != EXPR_GLOBAL && e->kind != EXPR_MEMORY && e->kind != EXPR_VIEW) || role == VISIT_PRINTED)
        return; /* what is only printed influences nothing */
    if (role == VISIT_ASSERTED)
        uses[e->variable].asserted = true;
    else
        uses[e->variable].other = true;
}

static void note_place(void *data, const place *target, visit_write how)
{
    counter_use *uses = data;
    (void)how;
    if (target->kind == PLACE_GLOBAL)
        uses[target->variable].other = true;
}

/* x = x + constant, x = x - constant; the indices must be constant too. */
static bool is_count(const effect *f)
{
    int32_t value;
    const expr *e = f->value;
    if (f->kind != EFFECT_ASSIGN || f->target.kind != PLACE_GLOBAL || e->kind != EXPR_BINARY || (e->op != OP_ADD && e->op != OP_SUBTRACT))
        return false;
    bool plain = !f->target.index || expr_is_const(f->target.index, &value);
    return plain && e->a->kind == EXPR_GLOBAL && e->a->variable == f->target.variable && expr_is_const(e->b, &value);
}

static void note_uses(const process_type *t, counter_use *uses)
{
    program_visitor v = {.expr = note_use, .place = note_place, .data = uses};
    visit_expr(&v, t->provided, VISIT_PROVIDED);
    visit_initializers(&v, t);
    for (size_t i = 0; i < t->edges.count; i++) {
        visit_expr(&v, t->edges.data[i].guard, VISIT_GUARD);
        for (uint32_t k = 0; k < t->edges.data[i].effect_count; k++) {
            const effect *f = &t->edges.data[i].effects[k];
            if (is_count(f))
                uses[f->target.variable].counted = true;
            else
                visit_effect(&v, f);
        }
    }
}

void warn_counters(lowering *l)
{
    const program *p = l->program;
    arena *scratch = arena_new();
    counter_use *uses = ARENA_ARRAY(scratch, counter_use, p->globals.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        note_uses(&p->processes.data[t], uses);
    for (size_t i = 0; i < p->globals.count; i++) {
        const counter_use *use = &uses[i];
        const variable *v = &p->globals.data[i];
        if (v->class == VARIABLE_RELAXED && use->counted && use->asserted && !use->other)
            diag_warning(l->diag, v->where,
                         "%s is only counted and asserted on, but its stores go through the buffers too; if it belongs to the property and "
                         "not to the program, declare it `ghost` (or give --ghost %s)",
                         v->name, v->name);
    }
    arena_free(scratch);
}

/* ---- Slips ---- */

/* An inline that is called twice would be warned of twice. */
static void warn_once(lowering *l, source_location where, const char *text)
{
    for (size_t i = 0; i < l->diag->messages.count; i++) {
        const diag_message *m = &l->diag->messages.data[i];
        if (m->where.file == where.file && m->where.line == where.line && m->where.column == where.column && !strcmp(m->text, text))
            return;
    }
    diag_warning(l->diag, where, "%s", text);
}

void warn_value(lowering *l, const variable *v, const expr *value)
{
    int32_t given;
    if (v->is_channel || !expr_is_const(value, &given) || value_fits(v->type, given))
        return;
    int64_t least = v->type.is_signed ? -((int64_t)1 << (v->type.bits - 1)) : 0, most = least + ((int64_t)1 << v->type.bits) - 1;
    warn_once(l, value->where, arena_printf(l->scratch, "%d does not fit into %s, which holds %lld to %lld: it becomes %d", given, v->name, (long long)least, (long long)most,
                                            value_wrap(v->type, given)));
}

void warn_assigned_guard(lowering *l, const ast_sequence *option)
{
    const ast_statement *s = option->first;
    if (s && s->kind == AST_ASSIGN && s->b->kind != AST_RUN)
        warn_once(l, s->where, "this option begins with an assignment, which is always possible: the else beside it is never taken; write == to compare");
}

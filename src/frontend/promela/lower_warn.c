/* lower_warn.c: what is right for the language and probably not what the user means under store buffers. */
#include "frontend/promela/lower_body.h"

/* ---- Blocks that look like a locked operation ---- */

typedef struct block_use {
    lowering *l;
    VEC(const expr *) reads;
    VEC(place) writes;
    bool has_fence;
} block_use;

static void note_read(const expr *e, void *data)
{
    block_use *use = data;
    if (e->kind == EXPR_GLOBAL && use->l->program->globals.data[e->variable].class == VARIABLE_RELAXED)
        vec_push(&use->reads, e);
}

static void note_write(block_use *use, const place *target)
{
    if (target->kind == PLACE_GLOBAL && use->l->program->globals.data[target->variable].class == VARIABLE_RELAXED)
        vec_push(&use->writes, *target);
    expr_each(target->index, note_read, use);
}

static void note_effect(block_use *use, const effect *f)
{
    use->has_fence |= f->kind == EFFECT_FENCE || f->kind == EFFECT_SYNC || f->kind == EFFECT_EXCHANGE || f->kind == EFFECT_FETCH_ADD ||
                      f->kind == EFFECT_CAS;
    if (f->kind == EFFECT_ASSIGN)
        note_write(use, &f->target);
    expr_each(f->value, note_read, use);
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (f->kind == EFFECT_RECEIVE)
            note_write(use, &f->patterns[i].target);
        else
            expr_each(f->arguments[i], note_read, use);
}

static void note_sequence(block_use *use, const sequence *s)
{
    for (const element *e = s->first;; e = e->next) {
        expr_each(e->code.guard, note_read, use);
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

/* ---- Counters that should be ghosts ---- */

typedef struct counter_use {
    bool counted;  /* is incremented or decremented */
    bool asserted; /* is read inside an assert */
    bool other;    /* any other use */
} counter_use;

typedef struct counter_scan {
    const program *p;
    VEC(counter_use) uses; /* one for each global */
    bool in_assert;
} counter_scan;

static void scan_expr_node(const expr *e, void *data)
{
    counter_scan *scan = data;
    if (e->kind != EXPR_GLOBAL && e->kind != EXPR_MEMORY && e->kind != EXPR_VIEW)
        return;
    if (scan->in_assert)
        scan->uses.data[e->variable].asserted = true;
    else
        scan->uses.data[e->variable].other = true;
}

static void scan_expr(counter_scan *scan, const expr *e, bool in_assert)
{
    scan->in_assert = in_assert;
    expr_each(e, scan_expr_node, scan);
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

static void scan_place(counter_scan *scan, const place *at)
{
    if (at->kind == PLACE_GLOBAL)
        scan->uses.data[at->variable].other = true;
    scan_expr(scan, at->index, false);
}

static void scan_effect(counter_scan *scan, const effect *f)
{
    if (is_count(f)) {
        scan->uses.data[f->target.variable].counted = true;
        return;
    }
    scan_place(scan, &f->target);
    scan_place(scan, &f->result);
    scan_expr(scan, f->value, f->kind == EFFECT_ASSERT);
    scan_expr(scan, f->expected, false);
    scan_expr(scan, f->channel, false);
    for (uint32_t i = 0; i < f->argument_count; i++) {
        if (f->kind == EFFECT_RECEIVE) {
            scan_expr(scan, f->patterns[i].match, false);
            scan_place(scan, &f->patterns[i].target);
        } else if (f->kind != EFFECT_PRINT) { /* what is only printed influences nothing */
            scan_expr(scan, f->arguments[i], false);
        }
    }
}

void warn_counters(lowering *l)
{
    const program *p = l->program;
    counter_scan scan = {.p = p};
    for (size_t i = 0; i < p->globals.count; i++)
        vec_push(&scan.uses, (counter_use){0});
    for (size_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        scan_expr(&scan, type->provided, false);
        for (size_t i = 0; i < type->locals.count; i++)
            scan_expr(&scan, type->locals.data[i].initializer, false);
        for (size_t i = 0; i < type->edges.count; i++) {
            scan_expr(&scan, type->edges.data[i].guard, false);
            for (uint32_t f = 0; f < type->edges.data[i].effect_count; f++)
                scan_effect(&scan, &type->edges.data[i].effects[f]);
        }
    }
    for (size_t i = 0; i < p->globals.count; i++) {
        const counter_use *use = &scan.uses.data[i];
        const variable *v = &p->globals.data[i];
        if (v->class == VARIABLE_RELAXED && use->counted && use->asserted && !use->other)
            diag_warning(l->diag, v->where,
                         "%s is only counted and asserted on, but its stores go through the buffers too; if it belongs to the property and "
                         "not to the program, declare it `ghost` (or give --ghost %s)",
                         v->name, v->name);
    }
    vec_release(&scan.uses);
}

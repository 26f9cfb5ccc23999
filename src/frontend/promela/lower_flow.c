/* lower_flow.c: what atomic, d_step, unless and goto mean for the order of steps. The rules are those of SPIN's flow.c and pangen2.c. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower_body.h"

/* ---- atomic and d_step ---- */

/* Blocks inside are dissolved; a d_step inside of atomic stays one. */
static void hold_all(sequence *s, element *d_step)
{
    for (element *f = s->first;; f = f->next) {
        f->holds = true;
        if (d_step)
            f->d_step = d_step;
        if (f->kind == ELEMENT_D_STEP && d_step)
            f->kind = ELEMENT_BLOCK;
        if (f->kind == ELEMENT_BLOCK)
            f->is_atomic = false;
        if (f->kind != ELEMENT_D_STEP)
            for (sequence *part = f->parts; part; part = part->next)
                hold_all(part, d_step);
        if (f == s->last)
            return;
    }
}

void flow_hold(sequence *s, element *d_step)
{
    hold_all(s, d_step);
    while (s->last->kind == ELEMENT_BLOCK)
        s = s->last->parts;
    s->last->holds = false;
    s->last->holds_last = true;
}

/* ---- unless ---- */

static void escape_element(body *b, element *f, sequence *by)
{
    for (escape *x = f->escapes; x; x = x->next)
        if (x->by == by)
            return;
    for (escape *x = f->escapes; x; x = x->next)
        flow_escape(b, x->by, by);
    escape *added = ARENA_NEW(b->l->scratch, escape);
    *added = (escape){.by = by, .next = f->escapes};
    f->escapes = added;
    if (f->kind == ELEMENT_UNLESS) {
        flow_escape(b, f->parts, by); /* the escape of the inner unless is covered together with what the inner unless covers */
        return;
    }
    if (f->kind == ELEMENT_CHOICE || f->kind == ELEMENT_BLOCK)
        for (sequence *part = f->parts; part; part = part->next)
            flow_escape(b, part, by);
}

void flow_escape(body *b, sequence *covered, sequence *by)
{
    for (element *f = covered->first; f; f = f->next) {
        escape_element(b, f, by);
        if (f == covered->extent)
            return;
    }
}

/* ---- goto ---- */

/* Orders labels by name, labels of one name as in the file. */
static int by_name(const void *a, const void *b)
{
    const placed_label *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order)
        return order;
    return x->at->number < y->at->number ? -1 : x->at->number > y->at->number;
}

static const placed_label *find_label(const body *b, const char *name)
{
    size_t low = 0, high = b->labels.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(b->labels.data[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->labels.count && !strcmp(b->labels.data[low].name, name) ? &b->labels.data[low] : NULL;
}

static void report_unknown_label(body *b, const element *from)
{
    VEC(const char *) names = {0};
    for (size_t i = 0; i < b->labels.count; i++)
        vec_push(&names, b->labels.data[i].name);
    diag_error(b->l->diag, from->where, "there is no label %s in this proctype%s", from->label, names_hint(b->l->scratch, from->label, names.data, names.count));
    vec_release(&names);
}

static void sort_labels(body *b)
{
    if (b->labels.count)
        qsort(b->labels.data, b->labels.count, sizeof *b->labels.data, by_name);
    for (size_t i = 1; i < b->labels.count; i++) {
        const placed_label *first = &b->labels.data[i - 1], *again = &b->labels.data[i];
        if (!strcmp(first->name, again->name))
            diag_error(b->l->diag, again->where, "label %s is there twice: the first one is in line %u", again->name, first->where.line);
    }
}

/* Atomicity goes on over a jump exactly when the jump begins and ends inside of a block. */
static void bind_goto(body *b, element *from)
{
    const placed_label *found = from->label ? find_label(b, from->label) : NULL;
    from->jump = from->leaves ? from->leaves->exit : found ? found->at : NULL;
    if (!from->jump) {
        if (from->label)
            report_unknown_label(b, from);
        from->jump = b->whole->last;
        return;
    }
    if (from->d_step != from->jump->d_step)
        diag_error(b->l->diag, from->where, "%s jumps %s a d_step, which is one indivisible step", from->leaves ? "break" : "goto",
                   from->d_step ? "out of" : "into");
    bool from_inside = from->holds || from->holds_last, to_inside = from->jump->holds || from->jump->holds_last;
    if (from_inside) {
        from->holds = to_inside;
        from->holds_last = !to_inside;
    }
}

/* The last statement of a block leads to what follows the block; outer blocks first. */
static void tie_ends(sequence *s)
{
    for (element *f = s->first;; f = f->next) {
        if (f->kind == ELEMENT_BLOCK || f->kind == ELEMENT_D_STEP)
            f->parts->last->next = f->next;
        for (sequence *part = f->parts; part; part = part->next)
            tie_ends(part);
        if (f == s->last)
            return;
    }
}

void flow_connect(body *b)
{
    sort_labels(b);
    for (size_t i = 0; i < b->elements.count; i++)
        if (b->elements.data[i]->kind == ELEMENT_GOTO)
            bind_goto(b, b->elements.data[i]);
    tie_ends(b->whole);
}

/* ---- Where control stands ---- */

element *flow_successor(const element *e)
{
    return e->kind == ELEMENT_GOTO ? e->jump : e->next;
}

void flow_report_endless(body *b, source_location where)
{
    if (!b->has_endless_jump)
        diag_error(b->l->diag, where, "an endless loop of gotos without any statement");
    b->has_endless_jump = true;
}

element *flow_place(body *b, element *e, bool holds)
{
    element *from = e;
    for (size_t hops = 0;; hops++) {
        element *to;
        if (e->kind == ELEMENT_GOTO || e->kind == ELEMENT_JOIN || e->kind == ELEMENT_EXIT)
            to = flow_successor(e);
        else if (e->kind == ELEMENT_UNLESS)
            to = e->parts->first;
        else
            return e;
        if (!to || (holds && !to->holds))
            return e;
        if (hops > b->elements.count) {
            flow_report_endless(b, from->where);
            return b->whole->last;
        }
        e = to;
    }
}

element *flow_start(element *e)
{
    for (;;) {
        if (e->kind == ELEMENT_JOIN && e->next)
            e = e->next;
        else if (e->kind == ELEMENT_UNLESS)
            e = e->parts->first;
        else
            return e;
    }
}

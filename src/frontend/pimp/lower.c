/* lower.c: from threads to processes.
 *
 * The paper's semantics rewrites the program that remains: `;` is associative, skip is its identity. So a control point is the list of
 * statements that remain, and two with equal lists are one node. Lists, statements and expressions are terms, interned from the
 * bottom up: equal terms have equal numbers. Each place in the source has one list, so there are no more lists than statements.
 *
 * Labels are part of a statement. That of a skip, which takes no step, stands for the control point before whatever remains. */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/intern.h"
#include "frontend/pimp/parse.h"

enum { TERM_EXPR, TERM_STATEMENT, TERM_LIST }; /* first number of a term's row */

typedef struct list {
    const pimp_statement *first; /* NULL: nothing remains */
    uint32_t rest;
    int64_t node;                /* -1: none yet */
} list;

typedef struct lowering {
    pimp_parser *parser;
    process_type *type;
    intern terms;
    VEC(int32_t) row;            /* a stack of rows under way */
    VEC(list) lists;             /* by term; of other terms all zero */
    VEC(uint32_t) nodes;         /* list of each node */
} lowering;

/* ---- Terms ---- */

/* The term of what was pushed from `first` on, which is popped. */
static int32_t close_row(lowering *l, size_t first)
{
    uint32_t term = intern_row(&l->terms, l->row.data + first, l->row.count - first);
    l->row.count = first;
    return (int32_t)term;
}

static int32_t term_of_expr(lowering *l, const expr *e)
{
    if (!e)
        return -1;
    int32_t a = term_of_expr(l, e->a), b = term_of_expr(l, e->b);
    size_t first = l->row.count;
    const int32_t parts[] = {TERM_EXPR, (int32_t)e->kind, (int32_t)e->op, e->value, (int32_t)e->process, (int32_t)e->variable, a, b};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        vec_push(&l->row, parts[i]);
    return close_row(l, first);
}

static uint32_t list_of_block(lowering *l, const pimp_block *block, uint32_t rest);
static uint32_t nothing(lowering *l);

static int32_t term_of_statement(lowering *l, const pimp_statement *s)
{
    int32_t value = term_of_expr(l, s->value);
    int32_t body = (int32_t)list_of_block(l, &s->body, nothing(l));
    int32_t otherwise = (int32_t)list_of_block(l, &s->otherwise, nothing(l));
    size_t first = l->row.count;
    const int32_t parts[] = {TERM_STATEMENT, (int32_t)s->kind, (int32_t)s->variable, value, body, otherwise, (int32_t)s->fence, (int32_t)s->barrier};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        vec_push(&l->row, parts[i]);
    for (size_t i = 0; i < s->label_count; i++)
        vec_push(&l->row, (int32_t)s->labels[i].name);
    return close_row(l, first);
}

static uint32_t remember_list(lowering *l, uint32_t term, list made)
{
    while (l->lists.count <= term)
        vec_push(&l->lists, ((list){.node = -1}));
    if (!l->lists.data[term].first) /* else the list was made before, by a statement with the same meaning */
        l->lists.data[term].first = made.first, l->lists.data[term].rest = made.rest;
    return term;
}

static uint32_t nothing(lowering *l)
{
    size_t first = l->row.count;
    vec_push(&l->row, TERM_LIST);
    return remember_list(l, (uint32_t)close_row(l, first), (list){0});
}

static uint32_t list_of(lowering *l, const pimp_statement *s, int32_t term, uint32_t rest)
{
    size_t first = l->row.count;
    vec_push(&l->row, TERM_LIST);
    vec_push(&l->row, term);
    vec_push(&l->row, (int32_t)rest);
    return remember_list(l, (uint32_t)close_row(l, first), (list){.first = s, .rest = rest});
}

/* The list of the block's statements followed by `rest`, what remains behind the block. */
static uint32_t list_of_block(lowering *l, const pimp_block *block, uint32_t rest)
{
    for (size_t i = block->count; i-- > 0;) {
        const pimp_statement *s = block->items[i];
        if (s->kind != PIMP_IS_SKIP || s->label_count)
            rest = list_of(l, s, term_of_statement(l, s), rest);
    }
    return rest;
}

/* ---- Nodes ---- */

static uint32_t node_of(lowering *l, uint32_t term)
{
    if (l->lists.data[term].node < 0) {
        l->lists.data[term].node = (int64_t)l->nodes.count;
        vec_push(&l->nodes, term);
        vec_push(&l->type->nodes, (node){0});
    }
    return (uint32_t)l->lists.data[term].node;
}

/* A label names one control point. It would name two where a skip with a label may come before a statement with one, or may not. */
static void add_label(lowering *l, const pimp_label *at, uint32_t node_index)
{
    const char *name = l->parser->labels.texts.data[at->name];
    uint32_t other;
    if (process_find_label(l->type, name, &other) && other != node_index)
        diag_error(l->parser->diag, at->where,
                   "label %s would name two control points: a skip takes no step, so that the label of the skip before belongs to this "
                   "statement too; write wait (true) instead of skip", name);
    vec_push(&l->type->labels, ((label){.name = name, .node = node_index}));
}

static edge new_edge(uint32_t from, uint32_t to, const pimp_statement *s)
{
    return (edge){.source = from, .target = to, .text = s->text, .where = s->where};
}

static void add_effect_edge(lowering *l, uint32_t from, uint32_t to, const pimp_statement *s, effect done)
{
    effect *kept = ARENA_NEW(l->parser->program->memory, effect);
    *kept = done;
    kept->where = s->where;
    edge made = new_edge(from, to, s);
    made.effects = kept;
    made.effect_count = 1;
    vec_push(&l->type->edges, made);
}

/* Nothing is added where the condition can never have that truth value. */
static void add_guard_edge(lowering *l, uint32_t from, uint32_t to, const pimp_statement *s, bool wanted, const char *text)
{
    arena *memory = l->parser->program->memory;
    int32_t constant;
    bool is_const = expr_is_const(s->value, &constant);
    if (is_const && (constant != 0) != wanted)
        return;
    edge made = new_edge(from, to, s);
    made.guard = is_const ? NULL : wanted ? s->value : expr_unary(memory, OP_NOT, s->value, s->value->where);
    made.text = text;
    vec_push(&l->type->edges, made);
}

static void add_branches(lowering *l, uint32_t from, uint32_t yes, uint32_t no, const pimp_statement *s)
{
    arena *memory = l->parser->program->memory;
    const char *word = s->kind == PIMP_IS_IF ? "if" : "while";
    add_guard_edge(l, from, node_of(l, yes), s, true, arena_printf(memory, "%s (%s)", word, s->text));
    add_guard_edge(l, from, node_of(l, no), s, false, arena_printf(memory, "%s not (%s)", word, s->text));
}

/* An edge for candidates alone. */
static void add_gap(lowering *l, uint32_t from, uint32_t to, const pimp_statement *s)
{
    effect *effects = ARENA_ARRAY(l->parser->program->memory, effect, 2);
    edge made = new_edge(from, to, s);
    made.is_gap = true;
    made.effects = effects;
    if (s->fence)
        effects[made.effect_count++] = (effect){.kind = EFFECT_FENCE, .candidate = s->fence, .where = s->where};
    if (s->barrier)
        effects[made.effect_count++] = (effect){.kind = EFFECT_BARRIER, .candidate = s->barrier, .where = s->where};
    vec_push(&l->type->edges, made);
}

static void add_edges(lowering *l, uint32_t from, uint32_t term)
{
    const list here = l->lists.data[term];
    const pimp_statement *s = here.first;
    if (s->fence || s->barrier) {
        add_gap(l, from, node_of(l, here.rest), s);
        return;
    }
    switch (s->kind) {
    case PIMP_IS_ASSIGN:
        add_effect_edge(l, from, node_of(l, here.rest), s,
                        (effect){.kind = EFFECT_ASSIGN, .value = s->value,
                                 .target = {.kind = PLACE_GLOBAL, .variable = s->variable, .where = s->where}});
        break;
    case PIMP_IS_FENCE: add_effect_edge(l, from, node_of(l, here.rest), s, (effect){.kind = EFFECT_FENCE}); break;
    case PIMP_IS_BARRIER: add_effect_edge(l, from, node_of(l, here.rest), s, (effect){.kind = EFFECT_BARRIER}); break;
    case PIMP_IS_ASSERT:
        add_effect_edge(l, from, node_of(l, here.rest), s, (effect){.kind = EFFECT_ASSERT, .value = s->value});
        break;
    case PIMP_IS_WAIT: add_guard_edge(l, from, node_of(l, here.rest), s, true, s->text); break;
    case PIMP_IS_IF: {
        uint32_t yes = list_of_block(l, &s->body, here.rest), no = list_of_block(l, &s->otherwise, here.rest);
        add_branches(l, from, yes, no, s);
        break;
    }
    case PIMP_IS_WHILE: add_branches(l, from, list_of_block(l, &s->body, term), here.rest, s); break;
    case PIMP_IS_SKIP: BUG("skip takes no step");
    }
}

/* Adds the labels and edges of the node; a skip gives its labels to what remains behind it. */
static void finish_node(lowering *l, uint32_t index)
{
    uint32_t term = l->nodes.data[index];
    const pimp_statement *s = l->lists.data[term].first;
    for (; s; s = l->lists.data[term].first) {
        for (size_t i = 0; i < s->label_count; i++)
            add_label(l, &s->labels[i], index);
        if (s->kind != PIMP_IS_SKIP)
            break;
        term = l->lists.data[term].rest;
    }
    l->type->nodes.data[index].where = s ? s->where : l->type->where;
    l->type->nodes.data[index].is_final = !s;
    if (s)
        add_edges(l, index, term);
}

/* ---- Threads ---- */

/* A label is written once a thread. */
static void check_labels(lowering *l, const pimp_block *block, uint32_t *line_of_label)
{
    for (size_t i = 0; i < block->count; i++) {
        const pimp_statement *s = block->items[i];
        for (size_t k = 0; k < s->label_count; k++) {
            uint32_t *line = &line_of_label[s->labels[k].name];
            if (*line)
                diag_error(l->parser->diag, s->labels[k].where, "label %s is there twice: the first one is in line %u",
                           l->parser->labels.texts.data[s->labels[k].name], *line);
            *line = s->labels[k].where.line;
        }
        check_labels(l, &s->body, line_of_label);
        check_labels(l, &s->otherwise, line_of_label);
    }
}

static void lower_thread(pimp_parser *p, const pimp_thread *t)
{
    process_type made = {.name = arena_printf(p->program->memory, "thread %d", t->number), .active = 1, .where = t->where};
    vec_push(&p->program->processes, made);
    lowering l = {.parser = p, .type = &vec_last(&p->program->processes)};
    check_labels(&l, &t->body, ARENA_ARRAY(p->scratch, uint32_t, p->labels.texts.count + 1));
    l.type->entry = node_of(&l, list_of_block(&l, &t->body, nothing(&l)));
    for (uint32_t i = 0; i < l.nodes.count && !diag_has_errors(p->diag); i++)
        finish_node(&l, i);
    vec_push(&p->program->start, (uint32_t)p->program->processes.count - 1);
    intern_release(&l.terms);
    vec_release(&l.row);
    vec_release(&l.lists);
    vec_release(&l.nodes);
}

void pimp_lower(pimp_parser *p)
{
    for (int64_t last = -1, next; p->program->processes.count < p->threads.count && !diag_has_errors(p->diag); last = next) {
        const pimp_thread *least = NULL; /* with a larger number than the last */
        for (size_t i = 0; i < p->threads.count; i++)
            if (p->threads.data[i].number > last && (!least || p->threads.data[i].number < least->number))
                least = &p->threads.data[i];
        CHECK(least);
        next = least->number;
        lower_thread(p, least);
    }
}

/* ---- thread@label ---- */

uint32_t pimp_process_of_thread(const program *p, int32_t thread)
{
    char name[32];
    snprintf(name, sizeof name, "thread %d", thread);
    for (size_t i = 0; i < p->processes.count; i++)
        if (!strcmp(p->processes.data[i].name, name))
            return (uint32_t)i;
    return NO_THREAD;
}

static void report_unknown_label(pimp_parser *p, const process_type *t, const pimp_label_use *use, const char *name)
{
    VEC(const char *) known = {0};
    for (size_t k = 0; k < t->labels.count; k++)
        vec_push(&known, t->labels.data[k].name);
    diag_error(p->diag, use->at->where, "%s has no label %s%s", t->name, name, names_hint(p->scratch, name, known.data, known.count));
    vec_release(&known);
}

void pimp_resolve_labels(pimp_parser *p)
{
    for (size_t i = 0; i < p->label_uses.count; i++) {
        const pimp_label_use *use = &p->label_uses.data[i];
        const char *name = p->labels.texts.data[use->at->value];
        uint32_t process = pimp_process_of_thread(p->program, use->thread), found = 0;
        if (process == NO_THREAD)
            diag_error(p->diag, use->at->where, "there is no thread %d", use->thread);
        else if (!process_find_label(&p->program->processes.data[process], name, &found))
            report_unknown_label(p, &p->program->processes.data[process], use, name);
        use->at->process = process;
        use->at->value = (int32_t)found;
    }
}

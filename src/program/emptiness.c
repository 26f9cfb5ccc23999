#include "program/emptiness.h"

#include "base/vec.h"

typedef enum wait_kind { WAIT_NOTHING, WAIT_EMPTY, WAIT_ROOM } wait_kind;

static wait_kind wait_of(const footprint *of, bool bounded)
{
    if (of->waits || of->waits_for_all)
        return WAIT_EMPTY;
    return bounded && !of->flushes && !index_set_is_empty(&of->stores) ? WAIT_ROOM : WAIT_NOTHING;
}

/* ---- What is possible only while a statement waits ---- */
typedef struct held_node {
    bool in_atomic, in_d_step; /* control comes here and nobody else may move */
} held_node;

typedef VEC(held_node) held_nodes;

static void find_held(const process_type *t, held_nodes *out)
{
    vec_clear(out);
    for (size_t i = 0; i < t->nodes.count; i++)
        vec_push(out, (held_node){0});
    for (size_t i = 0; i < t->edges.count; i++) {
        held_node *to = &out->data[t->edges.data[i].target];
        to->in_atomic |= t->edges.data[i].hold == HOLD_ATOMIC;
        to->in_d_step |= t->edges.data[i].hold == HOLD_D_STEP;
    }
}

/* A bounded machine may well leave a block where its buffer is full, and a d_step that cannot go on is an error: only an empty buffer is asked for there. */
static bool asks(const process_type *t, const node *n, held_node held, const edge *w, bool is_room, question_kind *kind)
{
    const edge *first = t->edges.data + n->first_edge, *end = first + n->edge_count;
    bool has_else = false, has_covered = false, has_next = held.in_d_step && w + 1 < end;
    for (const edge *e = first; e < end; e++) {
        has_else |= e->is_else && e != w;
        has_covered |= e->priority < w->priority;
        has_next |= e > w && e->d_step && e->d_step == w->d_step;
    }
    *kind = has_covered ? QUESTION_ESCAPE : has_else ? QUESTION_ELSE : has_next ? QUESTION_FIRST : QUESTION_HOLD;
    return *kind != QUESTION_HOLD || (!is_room && (held.in_atomic || held.in_d_step));
}

void footprints_each_question(const footprints *f, bool bounded, question_visit *visit, void *data)
{
    held_nodes held = {0};
    for (size_t i = 0; i < f->program->processes.count; i++) {
        const process_type *t = &f->program->processes.data[i];
        find_held(t, &held);
        for (size_t k = 0; k < t->edges.count; k++) {
            const edge *e = &t->edges.data[k];
            wait_kind wait = wait_of(&f->edges[i][k], bounded);
            question found = {.is_room = wait == WAIT_ROOM, .waits = e};
            if (wait != WAIT_NOTHING && !e->is_part && asks(t, &t->nodes.data[e->source], held.data[e->source], e, found.is_room, &found.kind))
                visit(data, &found);
        }
    }
    vec_release(&held);
}

/* ---- Past the own buffer ---- */

/* A step that drains the buffer first finds in memory what the process sees. */
static bool looks_past(const footprints *f, uint32_t type)
{
    const footprint *all = &f->types[type];
    for (size_t k = 0; k < f->program->processes.data[type].edges.count; k++) {
        const footprint *of = &f->edges[type][k];
        for (uint32_t e = 0; e < f->program->global_count && !footprint_drains(of); e++)
            if (index_set_has(&all->stores, e) && (index_set_has(&of->peeks, e) || index_set_has(&of->pokes, e)))
                return true;
    }
    return false;
}

static void note_question(void *data, const question *found)
{
    (void)found;
    *(bool *)data = true;
}

bool footprints_ask_buffers(const footprints *f)
{
    bool found = false;
    footprints_each_question(f, false, note_question, &found);
    for (uint32_t t = 0; t < f->program->processes.count && !found; t++)
        found = looks_past(f, t);
    return found;
}

/* ---- Messages ---- */
typedef struct question_report {
    diag *diag;
    VEC(source_location) told; /* one statement may begin at many nodes */
} question_report;

static void report_question(void *data, const question *found)
{
    question_report *report = data;
    source_location where = found->waits->where;
    for (size_t i = 0; i < report->told.count; i++)
        if (report->told.data[i].file == where.file && report->told.data[i].line == where.line && report->told.data[i].column == where.column)
            return;
    vec_push(&report->told, where);
    const char *wanted = found->is_room ? "has room" : "is empty", *asked = found->is_room ? "full" : "not empty";
    static const char *const who[] = {"the else beside it", "what it interrupts", "the option behind it, which d_step takes otherwise,",
                                      "whoever sees the middle of its block"};
    static const char *const advice[] = {"leave out the else, or put this statement in front of the choice",
                                         "let the escape begin with a condition, and put this statement behind it",
                                         "give each option a condition, and put this statement behind it", "put this statement in front of the block"};
    diag_error(report->diag, where, "`%s` waits until the store buffer %s, so %s would ask whether it is %s: no machine can tell; %s", found->waits->text, wanted,
               who[found->kind], asked, advice[found->kind]);
}

void footprints_check_questions(const footprints *f, machine on, diag *d)
{
    question_report report = {.diag = d};
    if (!f->program->may_ask_buffers && machine_traits(on)->has_buffers)
        footprints_each_question(f, on.buffer && !on.overflow_is_error, report_question, &report);
    vec_release(&report.told);
}

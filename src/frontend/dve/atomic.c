/* atomic.c: writes that are atomic and barriers, each bound to a transition (the thesis's atomic.txt).
 *
 * list  ::= entry*
 * entry ::= '(' (x | '*') ',' t ')'  |  'barrier' t
 * t     ::= P '.' number             the transition of P with that number in the text, from 1 on */
#include <string.h>

#include "base/hash.h"
#include "frontend/dve/lower.h"
#include "frontend/dve/parse.h"

typedef struct entry {
    bool is_barrier, is_all; /* is_all: '*' */
    dve_name variable, process;
    int32_t number;
    source_location where; /* of the transition's name */
} entry;

/* ---- Reading ---- */
static void transition_name(dve_parser *p, entry *e)
{
    e->where = p->now.where;
    e->process = dve_read_name(p, "of a process: transitions are written P.1, P.2, ...");
    dve_expect(p, DVE_DOT, "behind the process: transitions are written P.1, P.2, ...");
    dve_token number = p->now;
    if (dve_expect(p, DVE_NUMBER, "of a transition: the first of a process is 1"))
        e->number = number.number;
}

static entry read_entry(dve_parser *p)
{
    static const char barrier[] = "barrier";
    entry e = {0};
    if (dve_peek(p) == DVE_NAME && p->now.length == strlen(barrier) && !memcmp(p->now.text, barrier, p->now.length)) {
        dve_advance(p);
        e.is_barrier = true;
        transition_name(p, &e);
    } else if (dve_accept(p, DVE_OPEN)) {
        e.is_all = dve_accept(p, DVE_STAR);
        if (!e.is_all)
            e.variable = dve_read_name(p, "of a global variable, or '*' for all that the transition writes");
        dve_expect(p, DVE_COMMA, "behind the variable");
        transition_name(p, &e);
        dve_expect(p, DVE_CLOSE, "behind the transition");
    } else {
        dve_error_expected(p, "'(x, P.1)', '(*, P.1)' or 'barrier P.1'");
    }
    return e;
}

/* After an error: in the next line. */
static void resume(dve_parser *p)
{
    uint32_t line = p->now.where.line;
    p->failed = false;
    while (p->now.kind != DVE_END && p->now.where.line == line)
        dve_advance(p);
}

/* ---- Applying ---- */
static bool is_written(const place *target, const entry *e, const program *p)
{
    return target->kind == PLACE_GLOBAL && p->globals.data[target->variable].class == VARIABLE_RELAXED &&
           (e->is_all || !strcmp(p->globals.data[target->variable].name, e->variable.text));
}

/* Marks what the entry means among the effects; how many these are. */
static uint32_t mark_writes(dve_lowering *l, edge *to, const entry *e)
{
    arena *memory = l->program->memory;
    effect *effects = ARENA_ARRAY(memory, effect, to->effect_count + 1);
    uint32_t found = 0;
    for (uint32_t i = 0; i < to->effect_count; i++) {
        effects[i] = to->effects[i];
        if (effects[i].kind == EFFECT_ASSIGN && is_written(&effects[i].target, e, l->program)) {
            effects[i].target.is_atomic = true;
            found++;
        }
        if (effects[i].kind != EFFECT_RECEIVE)
            continue;
        pattern *patterns = ARENA_ARRAY(memory, pattern, effects[i].argument_count + 1);
        for (uint32_t k = 0; k < effects[i].argument_count; k++) {
            patterns[k] = effects[i].patterns[k];
            bool meant = is_written(&patterns[k].target, e, l->program);
            patterns[k].target.is_atomic |= meant;
            found += meant;
        }
        effects[i].patterns = patterns;
    }
    to->effects = effects;
    return found;
}

static edge *find_transition(dve_lowering *l, const entry *e)
{
    size_t length = strlen(e->process.text);
    uint32_t process = names_find(&l->processes, e->process.text, length);
    if (l->file->property.text && !strcmp(l->file->property.text, e->process.text)) {
        diag_error(l->diag, e->process.where, "%s is the property process, which only watches", e->process.text);
        return NULL;
    }
    if (process == NAMES_NONE) {
        dve_unknown(l, e->process, "process", &l->processes, NULL);
        return NULL;
    }
    process_type *t = &l->program->processes.data[process];
    if (e->number >= 1 && (size_t)e->number <= t->edges.count)
        return &t->edges.data[e->number - 1];
    if (t->edges.count)
        diag_error(l->diag, e->where, "there is no transition %s.%d: those of %s are %s.1 to %s.%zu", e->process.text, e->number, t->name, t->name, t->name, t->edges.count);
    else
        diag_error(l->diag, e->where, "there is no transition %s.%d: process %s has none", e->process.text, e->number, t->name);
    return NULL;
}

static bool is_global(dve_lowering *l, const entry *e)
{
    uint32_t number = e->is_all ? 0 : names_find(&l->globals, e->variable.text, strlen(e->variable.text));
    if (number == NAMES_NONE)
        dve_unknown(l, e->variable, "global variable", &l->globals, NULL);
    return number != NAMES_NONE;
}

static void apply(dve_lowering *l, const entry *e)
{
    edge *to = find_transition(l, e);
    if (!to || (!e->is_barrier && !is_global(l, e)))
        return;
    if (e->is_barrier) {
        to->wait = EDGE_FENCED;
    } else if (!mark_writes(l, to, e)) {
        diag_error(l->diag, e->is_all ? e->where : e->variable.where, "transition %s.%d (line %u: %s) does not write %s", e->process.text, e->number, to->where.line, to->text,
                   e->is_all ? "any global variable" : e->variable.text);
    } else if (to->wait == EDGE_READY) {
        to->wait = EDGE_LOCKED;
    }
}

/* A trace or a proof speaks of the program with these writes. The same set in another order is the same. */
static uint64_t fingerprint(const program *p)
{
    uint64_t hash = p->input_hash;
    for (uint32_t t = 0; t < p->processes.count; t++)
        for (uint32_t i = 0; i < p->processes.data[t].edges.count; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            uint32_t name[] = {t, i, (uint32_t)e->wait, 0};
            for (uint32_t k = 0; k < e->effect_count && e->wait != EDGE_READY; k++) {
                name[3] = 4 * k + (e->effects[k].target.is_atomic ? 1 : 0);
                for (uint32_t m = 0; e->effects[k].kind == EFFECT_RECEIVE && m < e->effects[k].argument_count; m++)
                    name[3] = 8 * name[3] + 2 + (e->effects[k].patterns[m].target.is_atomic ? 1 : 0);
                hash = hash_fingerprint(hash, name, sizeof name);
            }
            if (e->wait != EDGE_READY)
                hash = hash_fingerprint(hash, name, sizeof name);
        }
    return hash;
}

void dve_apply_atomic(dve_lowering *l)
{
    const char *text = l->input->atomic;
    dve_parser p;
    if (!text)
        return;
    dve_parser_init(&p, l->scratch, l->diag, text, NULL, strlen(text), diag_add_source(l->diag, l->input->atomic_name, text, strlen(text)));
    while (p.now.kind != DVE_END) {
        entry e = read_entry(&p);
        if (p.failed)
            resume(&p);
        else
            apply(l, &e);
    }
    l->program->input_hash = fingerprint(l->program);
}

/* lower_claim.c: ltl blocks and never claims.
 *
 * A never claim is lowered as if it were the body of a process, but its conditions speak of the whole state, as those of --never do, and it has neither
 * variables nor effects. What it asks beyond that is put into the program: the process of the last step is a ghost that each step sets. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower.h"

/* ---- What a claim may do: look ---- */
static void refuse(lowering *l, const ast_statement *s, const char *why)
{
    diag_error(l->diag, s->where, "a never claim only looks at states: %s", why);
}

static void check_sequence(lowering *l, const ast_sequence *s);

static void check_statement(lowering *l, const ast_statement *s)
{
    switch (s->kind) {
    case AST_DECLARATION: refuse(l, s, "it has no variables of its own"); break;
    case AST_ASSIGN:
    case AST_INCREMENT:
    case AST_DECREMENT: refuse(l, s, "it assigns nothing"); break;
    case AST_SEND:
    case AST_RECEIVE: refuse(l, s, "it takes no part in messages; c?[...] asks whether one is there"); break;
    case AST_PRINTF: refuse(l, s, "it prints nothing"); break;
    case AST_FOR:
    case AST_SELECT: refuse(l, s, "it has no variables of its own to count with"); break;
    case AST_D_STEP: refuse(l, s, "write atomic instead of d_step"); break;
    case AST_UNLESS: refuse(l, s, "unless is not supported in it"); break;
    case AST_EXPRESSION:
        if (s->a->kind == AST_RUN)
            refuse(l, s, "it starts no process");
        else if ((s->a->kind == AST_NAME || s->a->kind == AST_CALL) && word_is_builtin(l, s->a->name))
            refuse(l, s, "it has no part in memory");
        break;
    case AST_IF:
    case AST_DO:
    case AST_ATOMIC:
    case AST_BLOCK:
    case AST_ASSERT:
    case AST_SKIP:
    case AST_ELSE:
    case AST_GOTO:
    case AST_BREAK:
    case AST_XR: break;
    }
}

static void check_sequence(lowering *l, const ast_sequence *s)
{
    for (const ast_statement *at = s ? s->first : NULL; at; at = at->next) {
        check_statement(l, at);
        for (const ast_sequence *o = at->options; o; o = o->next)
            check_sequence(l, o);
        check_sequence(l, at->body);
    }
}

/* ---- Lowering ---- */
/* The process type that the claim would be, were it a process; NULL after errors. */
static process_type *lower_never(lowering *l, const ast_claim *c)
{
    program *p = l->program;
    unsigned errors = l->diag->error_count;
    check_sequence(l, c->body);
    if (l->diag->error_count > errors)
        return NULL;
    l->process = (uint32_t)p->processes.count;
    l->is_condition = true;
    vec_push(&p->processes, ((process_type){.name = "never", .where = c->where}));
    vec_push(&l->proctypes, (proctype_info){0});
    lower_body(l, c->body);
    process_type *made = ARENA_NEW(p->memory, process_type);
    *made = p->processes.data[--p->processes.count];
    l->proctypes.count--;
    l->is_condition = false;
    l->process = LOWER_NO_PROCESS;
    return made;
}

static void copy_formula(arena *memory, const ast_claim *c, claim *out)
{
    size_t count = strlen(c->formula) + 1;
    source_location *places = ARENA_ARRAY(memory, source_location, count);
    memcpy(places, c->places, count * sizeof *places);
    out->formula = arena_strdup(memory, c->formula);
    out->places = places;
}

static void add_note(lowering *l, edge *e, uint32_t ghost)
{
    step_code code = {.effect_count = e->effect_count, .effects = e->effects};
    place target = {.kind = PLACE_GLOBAL, .variable = ghost, .where = e->where};
    step_add_effect(l, &code, (effect){.kind = EFFECT_ASSIGN, .target = target, .value = expr_new(l->program->memory, EXPR_PID, e->where), .where = e->where});
    e->effects = code.effects;
    e->effect_count = code.effect_count;
}

void lower_last(lowering *l)
{
    program *p = l->program;
    uint32_t ghost = (uint32_t)p->globals.count;
    variable made = {.name = LOWER_LAST, .type = {8, false}, .count = 1, .class = VARIABLE_GHOST, .initial = ARENA_ARRAY(p->memory, int32_t, 1)};
    if (l->has_rendezvous)
        diag_error(l->diag, (source_location){0}, "_last has no meaning beside rendezvous channels, where two processes take one step; it is not supported there");
    vec_push(&p->globals, made);
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++)
            add_note(l, &p->processes.data[t].edges.data[i], ghost);
}

/* Reports name a formula: two of one name would not be told apart. */
static void check_name(lowering *l, const ast_claim *c)
{
    for (const ast_claim *other = l->file->claims; other != c; other = other->next)
        if (c->formula && other->formula && !strcmp(c->name, other->name)) {
            diag_error(l->diag, c->where, "%s is defined a second time; give it another name", c->name);
            diag_note(l->diag, other->where, "the first one is here");
            return;
        }
}

void lower_claims(lowering *l)
{
    static const claim_kind kinds[] = {[AST_CLAIM_FORMULA] = CLAIM_FORMULA, [AST_CLAIM_NEVER] = CLAIM_NEVER, [AST_CLAIM_TRACE] = CLAIM_TRACE};
    for (const ast_claim *c = l->file->claims; c; c = c->next) {
        check_name(l, c);
        claim added = {.kind = kinds[c->kind], .name = arena_strdup(l->program->memory, c->name), .where = c->where};
        if (c->formula)
            copy_formula(l->program->memory, c, &added);
        if (c->body)
            added.body = lower_never(l, c);
        vec_push(&l->program->claims, added);
    }
}

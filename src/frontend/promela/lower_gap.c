/* lower_gap.c: where a repair may put a fence, and which stores it may make atomic (program/candidate.h).
 *
 * A fence may stand between two statements of a sequence and behind the last statement of an option, of a for, of an inline, of atomic and of d_step. Inside these
 * two it does not wait: it writes the buffer out. None stands before a statement with a label that somebody asks for, since a process would come there later than
 * without it. Fences first in an option are left alone: the option would be chosen before its guard is known; so are those first in an escape. What two expansions of an
 * inline have in one place of the text is one candidate. places.h takes out those that stand where an escape, or a rendezvous, could tell. */
#include <string.h>

#include "frontend/promela/lower_body.h"
#include "program/candidate.h"

static bool offers(const body *b)
{
    const lowering *l = b->l;
    return l->input->candidates && !l->is_condition && !l->input->asks_last && !l->file->asks_last;
}

static bool is_held(const body *b)
{
    return b->l->in_atomic || b->l->in_d_step;
}

/* In the user's own file: included ones may not be his. */
static bool is_plain(const body *b, source_location where)
{
    return where.line && !strcmp(diag_file_name(b->l->diag, where), b->l->input->file_name);
}

/* The candidate's number plus 1, as effects name it. */
static uint32_t offer(body *b, candidate_info described)
{
    program *p = b->l->program;
    uint32_t number = program_candidate(p, described.kind, described.where);
    if (!p->candidates.data[number].process) {
        described.process = lowering_process(b->l)->name;
        p->candidates.data[number] = described;
    }
    return number + 1;
}

/* ---- Fences to be added ---- */

static bool begins_with_label(const body *b, const ast_statement *s)
{
    for (const ast_label *m = s->labels; m; m = m->next)
        if (body_means_something(b, m->name))
            return true;
    for (const ast_sequence *o = s->options; o; o = o->next)
        if (o->first && begins_with_label(b, o->first))
            return true;
    return s->body && s->body->first && begins_with_label(b, s->body->first);
}

static const char *fence_word(const body *b, candidate_kind kind)
{
    return kind == CANDIDATE_BARRIER ? "sfence" : b->l->shared >= 0 ? "FENCE()" : "mfence";
}

static void put_gap(body *b, source_location where, uint32_t after_line, const char *format)
{
    step_code code = {.is_gap = true};
    arena *memory = b->l->program->memory;
    bool is_mmlib = b->l->shared >= 0;
    static const candidate_kind kinds[] = {CANDIDATE_FENCE, CANDIDATE_BARRIER};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds - is_mmlib; i++) {
        const char *word = fence_word(b, kinds[i]);
        if (symbol_find(b->l, word)) /* the word yields to a declaration */
            continue;
        candidate_info made = {.kind = kinds[i], .where = where, .after_line = after_line, .in_block = is_held(b), .text = word, .edit_count = 1};
        made.edits[0] = (source_edit){.where = where, .inserted = arena_printf(memory, format, word)};
        step_add_effect(b->l, &code, (effect){.kind = kinds[i] == CANDIDATE_FENCE ? EFFECT_FENCE : EFFECT_BARRIER, .candidate = offer(b, made),
                                              .flush = kinds[i] == CANDIDATE_FENCE && (is_mmlib || is_held(b)), .where = where});
    }
    body_append(b->current, body_new_step(b, code, fence_word(b, CANDIDATE_FENCE), where));
}

static bool is_fence_word(const ast_statement *s)
{
    return s->kind == AST_EXPRESSION && !s->labels && (s->a->kind == AST_NAME || s->a->kind == AST_CALL) &&
           (!strcmp(s->a->name, "mfence") || !strcmp(s->a->name, "sfence") || !strcmp(s->a->name, "FENCE"));
}

static bool leaves(const ast_statement *s)
{
    return s->kind == AST_GOTO || s->kind == AST_BREAK;
}

void gap_before(body *b, const ast_statement *s, const ast_statement *previous)
{
    if (offers(b) && is_plain(b, s->begins) && !leaves(previous) && !is_fence_word(s) && !is_fence_word(previous) && !begins_with_label(b, s))
        put_gap(b, s->begins, previous->last_line, "%s;");
}

void gap_behind(body *b, const ast_statement *last)
{
    if (offers(b) && is_plain(b, last->ends) && !leaves(last) && !is_fence_word(last))
        put_gap(b, last->ends, last->last_line, "; %s");
}

/* ---- What is there ---- */

static bool is_one_line(const ast_statement *s)
{
    return s->word.line == s->ends.line && s->word.file == s->ends.file;
}

/* Without its fence such a statement is a skip. */
static void mark_fence(body *b, const ast_statement *s, effect *f, step_code *code)
{
    candidate_kind kind = f->kind == EFFECT_FENCE ? CANDIDATE_FENCE : CANDIDATE_BARRIER;
    candidate_info made = {.kind = kind, .is_there = true, .where = s->begins, .after_line = s->begins.line, .in_block = is_held(b), .text = fence_word(b, kind), .edit_count = 1};
    made.edits[0] = (source_edit){.where = s->begins, .removed = s->ends.column - s->begins.column, .inserted = "skip"};
    f->candidate = offer(b, made);
    code->is_gap = true;
}

/* The statement as xchg(x, v, _); false where the text does not allow that. */
static bool describe_write(body *b, const ast_statement *s, candidate_info *out)
{
    arena *memory = b->l->program->memory;
    source_edit *edits = out->edits;
    if (s->kind == AST_ASSIGN && is_plain(b, s->sign)) {
        edits[0] = (source_edit){.where = s->word, .inserted = "xchg("};
        edits[1] = (source_edit){.where = s->sign, .removed = 1, .inserted = ","};
        edits[2] = (source_edit){.where = s->ends, .inserted = ", _)"};
        out->edit_count = 3;
        return true;
    }
    if ((s->kind == AST_INCREMENT || s->kind == AST_DECREMENT) && is_plain(b, s->sign) && s->text) {
        const char *sign = s->kind == AST_INCREMENT ? "+" : "-";
        int length = (int)strcspn(s->text, "+-");
        edits[0] = (source_edit){.where = s->word, .inserted = "xchg("};
        edits[1] = (source_edit){.where = s->sign, .removed = 2, .inserted = arena_printf(memory, ", %.*s %s 1, _)", length, s->text, sign)};
        out->edit_count = 2;
        return s->a->kind == AST_NAME;
    }
    source_location close = s->ends;
    close.column--;
    edits[0] = (source_edit){.where = s->word, .removed = (uint32_t)strlen("store"), .inserted = "xchg"};
    edits[1] = (source_edit){.where = close, .inserted = ", _"};
    out->edit_count = 2;
    return s->kind == AST_EXPRESSION && s->a->kind == AST_CALL && !strcmp(s->a->name, "store");
}

static void mark_write(body *b, const ast_statement *s, effect *f)
{
    candidate_info made = {.kind = CANDIDATE_ATOMIC, .where = s->word, .after_line = s->word.line, .in_block = is_held(b)};
    made.text = arena_strdup(b->l->program->memory, s->text ? s->text : "");
    f->flush = is_held(b);
    if (b->l->shared < 0 && !symbol_find(b->l, "xchg") && describe_write(b, s, &made))
        f->candidate = offer(b, made);
}

static bool is_store(const body *b, const effect *f)
{
    return f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL && b->l->program->globals.data[f->target.variable].class == VARIABLE_RELAXED;
}

void gap_mark(body *b, const ast_statement *s, bool is_first, step_code *code)
{
    bool first_of_path = is_first && (b->current->first == NULL) && b->current != b->outermost;
    if (!offers(b) || code->effect_count != 1 || code->guard || !is_plain(b, s->word) || !is_plain(b, s->ends) || !is_one_line(s))
        return;
    effect *marked = ARENA_NEW(b->l->program->memory, effect);
    *marked = code->effects[0];
    if (is_store(b, marked) && !b->beside_else)
        mark_write(b, s, marked);
    else if ((marked->kind == EFFECT_FENCE || marked->kind == EFFECT_BARRIER) && !first_of_path && is_fence_word(s))
        mark_fence(b, s, marked, code);
    if (marked->candidate)
        code->effects = marked;
}

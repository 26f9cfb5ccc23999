/* promela_property.c: valid ends, properties as assertions, formulas. */
#include "export/promela.h"

static void write_end_states(promela_writer *w)
{
    strbuf_printf(w->out, w->is_stuck ? ":: atomic { d_step { else -> CHECK(failed" : ":: d_step { else -> CHECK(failed");
    bool is_asked = !property_is(property_of_kind(w->properties, PROPERTY_DEADLOCK), NO_PROPERTY);
    strbuf_add(w->out, is_asked ? " || (1" : " || 1");
    for (uint32_t k = 0; is_asked && k < w->program->start.count; k++) {
        const process_type *t = promela_type_at(w, k);
        strbuf_printf(w->out, " && (pc%u == %u", k, promela_gone(t));
        for (uint32_t n = 0; n < t->nodes.count; n++)
            if (t->nodes.data[n].is_end || t->nodes.data[n].is_final)
                strbuf_printf(w->out, " || pc%u == %u", k, n);
        strbuf_add_char(w->out, ')');
    }
    strbuf_printf(w->out, "%s%s\n", is_asked ? ")) }" : ") }", w->is_stuck ? "; goto again }" : "");
}

/* What is left where no step is possible: those with timeout, or to rest. */
void promela_write_stuck(promela_writer *w)
{
    if (!w->footprints->all.asks_timeout) {
        write_end_states(w);
        strbuf_add(w->out, "od;\n");
        return;
    }
    strbuf_add(w->out, ":: atomic { else -> goto stuck }\nod;\natomic {\nstuck: do\n");
    w->is_stuck = true;
    promela_write_steps(w);
    write_end_states(w);
    strbuf_add(w->out, "od };\n");
    w->is_stuck = false;
}

static void write_mutex(promela_writer *w, const char *name)
{
    uint32_t at;
    strbuf_add(w->out, "(0");
    for (uint32_t k = 0; k < w->program->start.count; k++)
        if (process_find_label(promela_type_at(w, k), name, &at))
            strbuf_printf(w->out, " + (pc%u == %u)", k, at);
    strbuf_add(w->out, ") >= 2");
}

/* All processes have ended and all buffers are empty. */
static void write_final(promela_writer *w, const property *p)
{
    if (w->program->processes_die)
        promela_refuse(w, p->where, "questions about final states of processes that are removed are not translated");
    for (uint32_t k = 0; k < w->program->start.count; k++) {
        const process_type *t = promela_type_at(w, k);
        strbuf_add(w->out, "(0");
        for (uint32_t n = 0; n < t->nodes.count; n++)
            if (t->nodes.data[n].is_final)
                strbuf_printf(w->out, " || pc%u == %u", k, n);
        strbuf_add(w->out, ")");
        promela_write_empty(w, k);
        strbuf_add(w->out, " && ");
    }
}

static bool is_of_states(const property *p)
{
    return p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS || p->kind == PROPERTY_MUTEX || p->kind == PROPERTY_FINAL;
}

static void write_property(promela_writer *w, const property *p)
{
    promela_begin_step(w);
    if (p->kind == PROPERTY_FINAL)
        write_final(w, p);
    strbuf_add_char(w->out, '(');
    if (p->kind == PROPERTY_MUTEX)
        write_mutex(w, p->label);
    else if (p->undefined)
        promela_write_expr(w, p->undefined);
    if (p->undefined)
        strbuf_add(w->out, " || ");
    if (p->kind != PROPERTY_MUTEX)
        promela_write_expr(w, p->bad);
    strbuf_add(w->out, ") -> CHECK(0) }\n");
}

/* By a process of their own, which is always at one place and changes nothing. */
void promela_write_properties(promela_writer *w)
{
    const char *before = "#ifndef LTL\nactive proctype watch()\n{\ndo\n", *after = "";
    for (size_t i = 0; i < w->properties->items.count; i++)
        if (is_of_states(&w->properties->items.data[i])) {
            strbuf_add(w->out, before);
            write_property(w, &w->properties->items.data[i]);
            before = "";
            after = "od\n}\n#endif\n";
        }
    strbuf_add(w->out, after);
}

typedef struct formula_writing {
    promela_writer *writer;
    const temporal *temporal;
} formula_writing;

/* An atom is false where it has no value. */
static void write_atom(void *data, uint32_t number, strbuf *out)
{
    const formula_writing *f = data;
    promela_writer *w = f->writer;
    const expr *atom = f->temporal->atoms[number], *fails = expr_where_it_fails(w->memory, atom);
    strbuf *kept = w->out;
    w->out = out;
    strbuf_add_char(out, '(');
    if (fails) {
        strbuf_add(out, "!(");
        promela_write_expr(w, fails);
        strbuf_add(out, ") && ");
    }
    strbuf_add(out, "0 != ");
    promela_write_expr(w, atom);
    strbuf_add_char(out, ')');
    w->out = kept;
}

/* A run to a step that fails is none of those that formulas speak of. */
void promela_write_formulas(promela_writer *w)
{
    uint32_t number = 0;
    w->in_formula = true;
    strbuf_add(w->out, "#ifdef LTL\n");
    for (uint32_t i = property_first_temporal(w->properties); i < w->properties->items.count; i++) {
        const property *p = &w->properties->items.data[i];
        if (!p->temporal || !p->temporal->has_formula) {
            promela_refuse(w, p->where, "never claims, accept and progress labels are not translated");
            return;
        }
        if (!formula_is_stutter_invariant(&p->temporal->formulas, p->temporal->wanted))
            promela_refuse(w, p->where, "formulas with X are not translated, since SPIN has no X as it is usually built");
        formula_writing f = {w, p->temporal};
        strbuf_printf(w->out, "ltl f%u { %s(", ++number, w->can_fail ? "(<> (failed != 0)) || " : "");
        formula_print(&p->temporal->formulas, p->temporal->wanted, write_atom, &f, w->out);
        strbuf_add(w->out, ") }\n");
    }
    strbuf_add(w->out, "#endif\n");
}

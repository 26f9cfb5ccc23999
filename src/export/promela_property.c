/* promela_property.c: valid ends, properties as assertions, formulas. */
#include "export/promela.h"

static bool is_valid_end(const node *n)
{
    return n->is_end || n->is_final;
}

static bool is_final(const node *n)
{
    return n->is_final;
}

/* Nobody is at the position, or one at such a node. */
static void write_node_test(promela_writer *w, uint32_t k, bool (*is_such)(const node *n))
{
    strbuf_printf(w->out, "(pc%u == %u", k, promela_gone(w));
    for (uint32_t type = 0; type < w->program->processes.count; type++) {
        const process_type *t = &w->program->processes.data[type];
        for (uint32_t n = 0; promela_may_be(w, k, type) && n < t->nodes.count; n++)
            if (is_such(&t->nodes.data[n]))
                strbuf_printf(w->out, " || pc%u == %u", k, promela_node(w, type, n));
    }
    strbuf_add_char(w->out, ')');
}

static void write_end_states(promela_writer *w)
{
    strbuf_add(w->out, w->is_stuck ? ":: atomic { LAST { else -> END; CHECK(failed" : ":: LAST { else -> END; CHECK(failed");
    bool is_asked = !property_is(property_of_kind(w->properties, PROPERTY_DEADLOCK), NO_PROPERTY);
    strbuf_add(w->out, is_asked ? " || (1" : " || 1");
    for (uint32_t k = 0; is_asked && k < w->position_count; k++) {
        strbuf_add(w->out, " && ");
        write_node_test(w, k, is_valid_end);
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
    for (w->self = PROMELA_NOBODY; promela_next_process(w);)
        if (process_find_label(promela_type(w), name, &at))
            strbuf_printf(w->out, " + (pc%u == %u)", w->self, promela_node(w, w->type, at));
    strbuf_add(w->out, ") >= 2");
}

/* All processes have ended and all buffers are empty. */
static void write_final(promela_writer *w, const property *p)
{
    if (w->program->processes_die)
        promela_refuse(w, p->where, "questions about final states of processes that are removed are not translated");
    for (uint32_t k = 0; k < w->position_count; k++) {
        write_node_test(w, k, is_final);
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

/* By a process of their own, which is always at one position and changes nothing. */
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
    const expr *atom = f->temporal->atoms[number];
    const char *fails = promela_fails(w, atom);
    strbuf *kept = w->out;
    w->out = out;
    strbuf_add_char(out, '(');
    if (fails)
        strbuf_printf(out, "!%s && ", fails);
    strbuf_printf(out, "0 != %s)", promela_text(w, atom));
    w->out = kept;
}

static void write_formula(promela_writer *w, const temporal *t, uint32_t number)
{
    formula_writing f = {w, t};
    w->in_formula = true;
    strbuf_printf(w->out, "ltl f%u { %s(", number, w->can_fail ? "(<> (failed != 0)) || " : "");
    formula_print(&t->formulas, t->wanted, write_atom, &f, w->out);
    strbuf_add(w->out, ") }\n");
    w->in_formula = false;
}

/* ---- Never claims ----
 * SPIN's automata have accepting states and ours marks on edges. So a state has a level, the marks seen since it was last accepting, in order: at the highest it is accepting. */
static void write_state_name(promela_writer *w, const temporal *t, uint32_t state, uint32_t level)
{
    if (state == t->bad)
        strbuf_add(w->out, "done");
    else
        strbuf_printf(w->out, level == t->violating.mark_count ? "accept_s%u_%u" : "s%u_%u", state, level);
}

static void write_claim_edge(promela_writer *w, const temporal *t, const buchi_edge *e, uint32_t level)
{
    formula_writing f = {w, t};
    level = level == t->violating.mark_count ? 0 : level;
    while (level < t->violating.mark_count && e->marks >> level & 1)
        level++;
    strbuf_add(w->out, t->skips_ended ? " :: (!failed && !ended" : " :: (!failed");
    for (uint32_t i = 0; i < t->atom_count; i++)
        if ((e->with | e->without) >> i & 1) {
            strbuf_add(w->out, e->with >> i & 1 ? " && " : " && !");
            write_atom(&f, i, w->out);
        }
    strbuf_add(w->out, ") -> goto ");
    write_state_name(w, t, e->target, level);
}

static void write_claim(promela_writer *w, const temporal *t, uint32_t number)
{
    strbuf_printf(w->out, "never f%u {\n", number);
    for (uint32_t state = 0; state < t->violating.states.count; state++)
        for (uint32_t level = 0; state != t->bad && level <= t->violating.mark_count; level++) {
            const buchi_state *s = &t->violating.states.data[state];
            write_state_name(w, t, state, level);
            strbuf_add(w->out, ": if");
            for (uint32_t i = s->first_edge; i < s->first_edge + s->edge_count; i++)
                write_claim_edge(w, t, &t->violating.edges.data[i], level);
            strbuf_add(w->out, s->edge_count ? " fi;\n" : " :: (0) fi;\n");
        }
    strbuf_add(w->out, t->bad == TEMPORAL_NO_STATE ? "(0)\n}\n" : "done: skip\n}\n");
}

/* A run to a step that fails is none of those that they speak of. Inside blocks and before a timeout SPIN takes steps that are none of ours. */
void promela_write_formulas(promela_writer *w)
{
    uint32_t number = 0;
    strbuf_add(w->out, "#ifdef LTL\n");
    for (uint32_t i = property_first_temporal(w->properties); i < w->properties->items.count; i++) {
        const property *p = &w->properties->items.data[i];
        const temporal *t = p->temporal;
        number++;
        if (!t)
            promela_refuse(w, p->where, "this claim is not checked by tarry either");
        else if (t->has_formula && formula_is_stutter_invariant(&t->formulas, t->wanted))
            write_formula(w, t, number);
        else if (!t->stutters && (w->has_blocks || w->footprints->all.asks_timeout))
            promela_refuse(w, p->where, "never claims and formulas with X can count steps: they are translated for programs without atomic, d_step and timeout");
        else
            write_claim(w, t, number);
    }
    strbuf_add(w->out, "#endif\n");
}

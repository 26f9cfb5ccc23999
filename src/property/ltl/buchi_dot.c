#include "property/ltl/buchi.h"

static void add_literals(const buchi_edge *e, formula_atom_name *name, void *data, strbuf *out)
{
    const char *before = "";
    for (uint32_t i = 0; i < FORMULA_MAX_ATOMS; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if (!((e->with | e->without) & bit))
            continue;
        strbuf_printf(out, "%s%s", before, e->without & bit ? "!" : "");
        name(data, i, out);
        before = " && ";
    }
    if (!(e->with | e->without))
        strbuf_add(out, "true");
}

static void add_edge(uint32_t source, const buchi_edge *e, formula_atom_name *name, void *data, strbuf *out)
{
    strbuf label = {0};
    add_literals(e, name, data, &label);
    for (uint32_t i = 0; i < BUCHI_MAX_MARKS; i++)
        if (e->marks >> i & 1)
            strbuf_printf(&label, " {%u}", i);
    strbuf_printf(out, "  %u -> %u [label=", source, e->target);
    strbuf_add_quoted(out, strbuf_text(&label));
    strbuf_add(out, "];\n");
    strbuf_release(&label);
}

void buchi_dot(const buchi *b, const char *title, formula_atom_name *name, void *data, strbuf *out)
{
    strbuf_add(out, "digraph buchi {\n  rankdir=LR;\n  label=");
    strbuf_add_quoted(out, title);
    strbuf_add(out, ";\n  node [shape=circle];\n  start [shape=point];\n  start -> 0;\n");
    for (uint32_t s = 0; s < b->states.count; s++)
        for (uint32_t i = 0; i < b->states.data[s].edge_count; i++)
            add_edge(s, &b->edges.data[b->states.data[s].first_edge + i], name, data, out);
    strbuf_add(out, "}\n");
}

#include "engine/fair/certificate.h"

/* Each edge of the automaton: its states, its marks, and the atoms that it reads, from 1 on; negative ones must be false. */
static void print_automaton(const buchi *a, strbuf *out)
{
    const char *separator = "";
    strbuf_add(out, "\"automaton\": [");
    for (uint32_t s = 0; s < a->states.count; s++)
        for (uint32_t i = 0; i < a->states.data[s].edge_count; i++) {
            const buchi_edge *e = &a->edges.data[a->states.data[s].first_edge + i];
            strbuf_printf(out, "%s[%u,%u,%d", separator, s, e->target, (int32_t)e->marks);
            for (uint32_t atom = 0; atom < FORMULA_MAX_ATOMS; atom++)
                if ((e->with | e->without) >> atom & 1)
                    strbuf_printf(out, e->with >> atom & 1 ? ",%u" : ",-%u", atom + 1);
            strbuf_add_char(out, ']');
            separator = ",";
        }
    strbuf_add(out, "]");
}

/* The sets of processes to look at: none, each alone, and those of several that were of use. */
static void print_groups(const refinement *r, strbuf *out)
{
    uint32_t processes = r->graph->processes;
    strbuf_add(out, ",\n\"groups\": [[]");
    for (uint32_t q = 0; q < processes; q++)
        strbuf_printf(out, ",[%u]", q);
    for (uint32_t i = 0; i < intern_count(&r->groups); i++)
        for (uint32_t n = 0; n < intern_length(&r->groups, i); n++)
            strbuf_printf(out, "%s%d%s", n ? "," : ",[", intern_get(&r->groups, i)[n], n + 1 == intern_length(&r->groups, i) ? "]" : "");
    strbuf_add(out, "]");
}

void fair_certificate(const refinement *r, const temporal *of, strbuf *out)
{
    strbuf head = {0};
    print_automaton(&of->violating, &head);
    strbuf_printf(&head, ",\n\"length\": %u", r->length);
    print_groups(r, &head);
    explore_certificate(r->graph->explore, strbuf_text(&head), out);
    strbuf_release(&head);
}

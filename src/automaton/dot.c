/* dot.c: an automaton as a picture. */
#include "automaton/moore.h"

void moore_dot(const moore_pool *pool, moore_ref a, void (*letter)(void *data, uint32_t letter, strbuf *out),
               void (*key)(void *data, uint32_t key, strbuf *out), void *data, strbuf *out)
{
    strbuf_add(out, "digraph moore {\n  rankdir=LR;\n  node [shape=box];\n");
    for (uint32_t s = 0; s < moore_state_count(pool, a); s++) {
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, moore_state_label(pool, a, s), &count);
        strbuf_printf(out, "  %u [label=\"", s);
        for (size_t k = 0; k < count; k++) {
            if (k)
                strbuf_add(out, "\\n");
            key(data, keys[k], out);
        }
        strbuf_printf(out, "\"%s];\n", s == 0 ? " penwidth=2" : "");
        const moore_edge *edges = moore_state_edges(pool, a, s, &count);
        for (size_t k = 0; k < count; k++) {
            strbuf_printf(out, "  %u -> %u [label=\"", s, edges[k].target);
            letter(data, edges[k].letter, out);
            strbuf_add(out, "\"];\n");
        }
    }
    strbuf_add(out, "}\n");
}

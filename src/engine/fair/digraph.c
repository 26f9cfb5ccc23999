#include "engine/fair/digraph.h"

#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "base/memory.h"

void digraph_init(digraph *g, uint32_t node_count, uint32_t edge_count, const uint32_t *first, const uint32_t *target)
{
    *g = (digraph){.node_count = node_count, .first = first, .target = target};
    g->gone = memory_new((edge_count + (size_t)1) * sizeof *g->gone);
    g->region = memory_new((node_count + (size_t)1) * sizeof *g->region);
    g->index = memory_new((node_count + (size_t)1) * sizeof *g->index);
    g->low = memory_new((node_count + (size_t)1) * sizeof *g->low);
    memset(g->region, 0xff, node_count * sizeof *g->region);
}

void digraph_release(digraph *g)
{
    memory_free(g->gone);
    memory_free(g->region);
    memory_free(g->index);
    memory_free(g->low);
    vec_release(&g->stack);
    vec_release(&g->path);
}

/* The finished part on top of the stack, from `root` on, becomes a region. */
static void finish_part(digraph *g, uint32_t root, index_vec *out, index_vec *ends)
{
    size_t start = g->stack.count;
    bool has_edge = false;
    while (g->stack.data[start - 1] != root)
        start--;
    start--;
    for (size_t i = start; i < g->stack.count; i++)
        g->region[g->stack.data[i]] = g->regions;
    for (size_t i = start; i < g->stack.count && !has_edge; i++)
        for (uint32_t e = g->first[g->stack.data[i]]; e < g->first[g->stack.data[i] + 1] && !has_edge; e++)
            has_edge = digraph_has(g, g->stack.data[i], e);
    for (size_t i = start; i < g->stack.count; i++) {
        if (has_edge)
            vec_push(out, g->stack.data[i]);
        else
            g->region[g->stack.data[i]] = NO_REGION;
    }
    if (has_edge) {
        vec_push(ends, (uint32_t)out->count);
        g->regions++;
    }
    g->stack.count = start;
}

/* Tarjan's algorithm from one node; `path` has pairs of a node and its next edge. */
static void split_from(digraph *g, uint32_t start, uint32_t region, uint32_t *clock, index_vec *out, index_vec *ends)
{
    g->index[start] = g->low[start] = ++*clock;
    vec_push(&g->stack, start);
    vec_push(&g->path, start);
    vec_push(&g->path, g->first[start]);
    while (g->path.count) {
        limits_poll();
        uint32_t at = g->path.data[g->path.count - 2], e = vec_last(&g->path);
        if (e < g->first[at + 1]) {
            uint32_t to = g->target[e];
            vec_last(&g->path)++;
            if (g->gone[e] || g->region[to] != region)
                continue;
            if (!g->index[to]) {
                g->index[to] = g->low[to] = ++*clock;
                vec_push(&g->stack, to);
                vec_push(&g->path, to);
                vec_push(&g->path, g->first[to]);
            } else if (g->index[to] < g->low[at]) {
                g->low[at] = g->index[to];
            }
            continue;
        }
        g->path.count -= 2;
        if (g->path.count && g->low[at] < g->low[g->path.data[g->path.count - 2]])
            g->low[g->path.data[g->path.count - 2]] = g->low[at];
        if (g->low[at] == g->index[at])
            finish_part(g, at, out, ends);
    }
}

void digraph_split(digraph *g, const uint32_t *nodes, size_t count, index_vec *out, index_vec *ends)
{
    uint32_t clock = 0, region = count ? g->region[nodes[0]] : NO_REGION;
    CHECK(!count || region != NO_REGION);
    for (size_t i = 0; i < count; i++)
        g->index[nodes[i]] = 0;
    for (size_t i = 0; i < count; i++)
        if (!g->index[nodes[i]])
            split_from(g, nodes[i], region, &clock, out, ends);
}

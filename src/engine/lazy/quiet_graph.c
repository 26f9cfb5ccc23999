#include "engine/lazy/quiet_graph.h"

#include "base/bug.h"

enum { MAX_NODES = 1 << 21, MAX_LETTERS = 1 << 22 }; /* of all graphs; in all words */

void quiet_graphs_init(quiet_graphs *g, courses *c)
{
    *g = (quiet_graphs){.courses = c};
}

void quiet_graphs_release(quiet_graphs *g)
{
    intern_release(&g->known);
    vec_release(&g->all);
    vec_release(&g->nodes);
    vec_release(&g->steps);
    vec_release(&g->node_of);
    vec_release(&g->stamp);
}

static uint32_t node_of(quiet_graphs *g, const quiet_graph *of, config_ref config, uint32_t by)
{
    uint32_t stamp = (uint32_t)g->all.count + 1;
    while (g->stamp.count <= config.index) {
        vec_push(&g->stamp, 0);
        vec_push(&g->node_of, 0);
    }
    if (g->stamp.data[config.index] != stamp) {
        g->stamp.data[config.index] = stamp;
        g->node_of.data[config.index] = (uint32_t)g->nodes.count - of->first_node;
        vec_push(&g->nodes, ((quiet_node){.config = config, .by = by}));
    }
    return g->node_of.data[config.index];
}

quiet_graph quiet_graphs_of(quiet_graphs *g, config_ref config, scene_ref scene, global_ref global)
{
    const int32_t name[] = {(int32_t)config.index, (int32_t)scene.index};
    size_t before = intern_count(&g->known);
    uint32_t number = intern_row(&g->known, name, 2);
    if (number < before)
        return g->all.data[number];
    quiet_graph made = {.first_node = (uint32_t)g->nodes.count, .first_step = (uint32_t)g->steps.count};
    node_of(g, &made, config, NO_STEP);
    for (uint32_t i = 0; made.first_node + i < g->nodes.count && !g->too_large; i++) {
        course_list list = courses_of(g->courses, g->nodes.data[made.first_node + i].config, scene, global);
        g->nodes.data[made.first_node + i].courses = list;
        for (uint32_t k = 0; k < list.count; k++) {
            course taken = g->courses->all.data[list.first + k];
            if (taken.change_count || !property_is(taken.violated, NO_PROPERTY))
                continue;
            uint32_t by = (uint32_t)g->steps.count - made.first_step;
            uint32_t to = node_of(g, &made, taken.config, by);
            vec_push(&g->steps, ((quiet_step){i, to, list.first + k}));
        }
        g->too_large |= g->nodes.count > MAX_NODES || g->courses->configs->words.values.count > MAX_LETTERS;
    }
    made.node_count = (uint32_t)g->nodes.count - made.first_node;
    made.step_count = (uint32_t)g->steps.count - made.first_step;
    CHECK(g->all.count == number);
    vec_push(&g->all, made);
    return made;
}

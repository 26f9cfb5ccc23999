/* final.c: what can be seen of a final state. */
#include <string.h>

#include "program/program.h"

const variable *program_observed(const program *p, const observation *o)
{
    return o->is_local ? &p->processes.data[p->start.data[o->process]].locals.data[o->variable] : &p->globals.data[o->variable];
}

static void observe_variable(const program *p, observation o, const char *prefix, observation_list *out)
{
    const variable *v = program_observed(p, &o);
    for (uint32_t e = 0; e < v->count; e++) {
        strbuf name = {0};
        strbuf_add(&name, prefix);
        variable_element_name(v, e, &name);
        o.element = e;
        o.name = o.shown = arena_strdup(p->memory, strbuf_text(&name));
        vec_push(out, o);
        strbuf_release(&name);
    }
}

/* "P:", or "P[1]:" for the second of its type. */
static const char *process_prefix(const program *p, uint32_t position)
{
    uint32_t type = p->start.data[position], before = 0, all = 0;
    for (uint32_t i = 0; i < p->start.count; i++) {
        before += i < position && p->start.data[i] == type;
        all += p->start.data[i] == type;
    }
    const char *name = p->processes.data[type].name;
    return all > 1 ? arena_printf(p->memory, "%s[%u]:", name, before) : arena_printf(p->memory, "%s:", name);
}

void program_observe_all(const program *p, observation_list *out)
{
    for (uint32_t q = 0; q < p->start.count; q++)
        for (uint32_t i = 0; i < p->processes.data[p->start.data[q]].locals.count; i++)
            observe_variable(p, (observation){.is_local = true, .process = q, .variable = i}, process_prefix(p, q), out);
    for (uint32_t i = 0; i < p->globals.count; i++)
        observe_variable(p, (observation){.variable = i}, "", out);
}

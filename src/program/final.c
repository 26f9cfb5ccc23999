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
            if (!p->processes.data[p->start.data[q]].locals.data[i].is_temporary)
                observe_variable(p, (observation){.is_local = true, .process = q, .variable = i}, process_prefix(p, q), out);
    for (uint32_t i = 0; i < p->globals.count; i++)
        observe_variable(p, (observation){.variable = i}, "", out);
}

/* ---- What is left of removed processes ---- */
static uint32_t add_global(program *p, const char *name, uint32_t count)
{
    variable added = {.name = name, .type = {32, true}, .count = count, .class = VARIABLE_GHOST, .offset = p->global_count,
                      .initial = ARENA_ARRAY(p->memory, int32_t, count + 1)};
    p->globals.data[p->globals.count++] = added;
    p->global_count += count;
    return added.offset;
}

/* The last of the processes at the start goes first, so how many have gone tells which. */
static void add_kept(program *p, const program *from)
{
    uint32_t *kept = ARENA_ARRAY(p->memory, uint32_t, p->start.count + 1);
    p->globals.capacity = from->globals.count + p->start.count + 1;
    p->globals.data = ARENA_ARRAY(p->memory, variable, p->globals.capacity);
    if (from->globals.count)
        memcpy(p->globals.data, from->globals.data, from->globals.count * sizeof *p->globals.data);
    p->gone = add_global(p, "gone", 1);
    for (size_t q = 0; q < p->start.count; q++)
        kept[q] = add_global(p, "kept", p->processes.data[p->start.data[q]].local_count);
    p->kept = kept;
}

const program *program_for_finals(const program *p, bool deaths_matter)
{
    program *made = ARENA_NEW(p->memory, program);
    *made = *p;
    made->processes_die &= deaths_matter;
    if (made->processes_die)
        add_kept(made, p);
    return made;
}

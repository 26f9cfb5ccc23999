/* promela_position.c: which processes and channels there may be, and how they are numbered. */
#include "export/promela.h"

/* ---- Processes ---- */
static void find_created(const footprints *f, bool *created)
{
    const program *p = f->program;
    bool *exists = ARENA_ARRAY(f->memory, bool, p->processes.count + 1), changed = true;
    for (size_t i = 0; i < p->start.count; i++)
        exists[p->start.data[i]] = true;
    while (changed) {
        changed = false;
        for (uint32_t by = 0; by < p->processes.count; by++)
            for (uint32_t t = 0; exists[by] && t < p->processes.count; t++)
                if (index_set_has(&f->types[by].created, t) && !created[t])
                    created[t] = exists[t] = changed = true;
    }
}

/* Who is created stands above its creator, where nobody is or an ended one has gone. */
static void find_by_counting(promela_writer *w, bool *may_be)
{
    const program *p = w->program;
    bool *created = ARENA_ARRAY(w->memory, bool, p->processes.count + 1);
    find_created(w->footprints, created);
    for (uint32_t k = 0; k < w->position_count; k++)
        for (uint32_t t = 0; t < p->processes.count; t++)
            may_be[k * p->processes.count + t] = k < p->start.count ? p->start.data[k] == t || (k && p->processes_die && created[t]) : created[t];
}

bool promela_find_positions(promela_writer *w, const export_stacks *stacks)
{
    const program *p = w->program;
    uint32_t most = footprints_most_processes(w->footprints);
    if (stacks) {
        w->position_count = stacks->height;
        w->may_be = stacks->may_be;
        return true;
    }
    if (most > PROGRAM_MAX_PROCESSES) {
        promela_refuse(w, (source_location){0}, "how many processes there can be is not known: they are created in a loop, and the program has more states than were searched; --max-states N searches N");
        return false;
    }
    w->position_count = most - p->pid_base;
    bool *may_be = ARENA_ARRAY(w->memory, bool, w->position_count * p->processes.count + 1);
    find_by_counting(w, may_be);
    w->may_be = may_be;
    return true;
}

uint32_t promela_node(const promela_writer *w, uint32_t type, uint32_t number)
{
    return w->footprints->first_node[type] + number;
}

uint32_t promela_gone(const promela_writer *w)
{
    uint32_t last = (uint32_t)w->program->processes.count - 1;
    return promela_node(w, last, (uint32_t)w->program->processes.data[last].nodes.count);
}

const char *promela_is(promela_writer *w, uint32_t position, uint32_t type)
{
    bool is_only = promela_may_be(w, position, type), always = position < w->program->start.count && !w->program->processes_die;
    for (uint32_t t = 0; t < w->program->processes.count; t++)
        is_only &= t == type || !promela_may_be(w, position, t);
    if (is_only)
        return always ? "1" : arena_printf(w->memory, "(pc%u != %u)", position, promela_gone(w));
    uint32_t first = promela_node(w, type, 0), count = (uint32_t)w->program->processes.data[type].nodes.count;
    return arena_printf(w->memory, "(pc%u >= %u && pc%u < %u)", position, first, position, first + count);
}

bool promela_next_process(promela_writer *w)
{
    if (w->self == PROMELA_NOBODY)
        w->self = w->type = 0;
    else
        w->type++;
    for (; w->self < w->position_count; w->self++, w->type = 0)
        for (; w->type < w->program->processes.count; w->type++)
            if (promela_may_be(w, w->self, w->type))
                return true;
    w->self = w->type = 0;
    return false;
}

bool promela_position_stores(const promela_writer *w, uint32_t position, uint32_t element)
{
    for (uint32_t t = 0; t < w->program->processes.count; t++)
        if (promela_may_be(w, position, t) && index_set_has(&w->footprints->types[t].stores, element))
            return true;
    return false;
}

/* ---- Channels ---- */
uint32_t promela_known_channel(promela_writer *w, const expr *e)
{
    const variable *v = e->kind == EXPR_GLOBAL ? &w->program->globals.data[e->variable] : NULL;
    int32_t at = 0;
    bool known = v && v->is_channel && (!e->index || expr_is_const(e->index, &at)) && !index_set_has(&w->footprints->all.writes, v->offset + (uint32_t)at);
    for (uint32_t i = 0; known && i < w->program->channels.count; i++)
        if (w->program->channels.data[i].variable == e->variable && w->program->channels.data[i].element == (uint32_t)at)
            return i + 1;
    return 0;
}

void promela_find_channels(promela_writer *w)
{
    const program *p = w->program;
    for (size_t i = 0; i < p->channels.count; i++)
        vec_push(&w->channels, ((promela_channel){&p->channels.data[i], PROMELA_NOBODY, 0, (uint32_t)i}));
    for (uint32_t k = 0; k < w->position_count; k++)
        for (uint32_t t = 0; t < p->processes.count; t++)
            for (uint32_t i = 0; promela_may_be(w, k, t) && i < p->processes.data[t].channels.count; i++)
                vec_push(&w->channels, ((promela_channel){&p->processes.data[t].channels.data[i], k, t, i}));
}

uint32_t promela_first_channel(const promela_writer *w)
{
    uint32_t own = 1;
    while (own <= w->channels.count && (w->channels.data[own - 1].owner != w->self || w->channels.data[own - 1].type != w->type))
        own++;
    return own;
}

/* Those of the processes below come before it. */
const char *promela_channel_number(promela_writer *w, uint32_t of)
{
    const program *p = w->program;
    const promela_channel *c = &w->channels.data[of - 1];
    const char *sum = arena_printf(w->memory, "%u", c->index + 1 + (c->owner == PROMELA_NOBODY ? 0 : (uint32_t)p->channels.count));
    for (uint32_t k = 0; c->owner != PROMELA_NOBODY && k < c->owner; k++)
        for (uint32_t t = 0; t < p->processes.count; t++)
            if (promela_may_be(w, k, t) && p->processes.data[t].channels.count)
                sum = arena_printf(w->memory, "%s + %s * %zu", sum, promela_is(w, k, t), p->processes.data[t].channels.count);
    return arena_printf(w->memory, "(%s)", sum);
}

const char *promela_is_channel(promela_writer *w, const char *number, uint32_t of)
{
    const promela_channel *c = &w->channels.data[of - 1];
    const char *is_it = arena_printf(w->memory, "(%s == %s)", number, promela_channel_number(w, of));
    return c->owner == PROMELA_NOBODY ? is_it : arena_printf(w->memory, "(%s && %s)", promela_is(w, c->owner, c->type), is_it);
}

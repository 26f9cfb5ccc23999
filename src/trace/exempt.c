/* exempt.c: who uses the locations that a certificate keeps out of the buffers, and can anybody tell? */
#include "trace/exempt.h"

void exempt_init(exempt *x, const program *p, arena *memory)
{
    *x = (exempt){.program = p};
    x->elements = ARENA_ARRAY(memory, bool, p->global_count + 1);
    x->user = ARENA_ARRAY(memory, uint32_t, p->global_count + 1);
    x->several = ARENA_ARRAY(memory, bool, p->processes.count + 1);
    for (uint32_t i = 0; i < p->global_count; i++)
        x->user[i] = EXEMPT_UNUSED;
}

void exempt_note_use(exempt *x, uint32_t element, uint32_t type, bool buffered)
{
    uint32_t *user = &x->user[element];
    if (type == EXEMPT_PROPERTY && x->is_final)
        return;
    if (type == EXEMPT_PROPERTY || !buffered || (*user != EXEMPT_UNUSED && *user != type))
        *user = EXEMPT_SHARED;
    else
        *user = type;
}

void exempt_note_processes(exempt *x, uint32_t type, uint32_t count)
{
    x->several[type] |= count > 1;
}

/* ---- Does a statement find out whether the buffer is empty? ---- */

/* A drain that waits is impossible while the buffer is not empty. */
static bool waits(const effect *f)
{
    return effect_drains(f->kind) && !f->flush;
}

/* Where the process holds atomicity, waiting would end the atomic block, or make the d_step fail. */
static bool may_be_held(const process_type *t, uint32_t node_index)
{
    for (size_t i = 0; i < t->edges.count; i++)
        if (t->edges.data[i].target == node_index && t->edges.data[i].hold != HOLD_NONE)
            return true;
    return false;
}

/* While the edge is impossible, is another edge of the node possible, or a step of others, that otherwise is not? Edges stand by falling priority. */
static bool is_missed(const process_type *t, const edge *e)
{
    const node *n = &t->nodes.data[e->source];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        const edge *other = &t->edges.data[i];
        if (other != e && (other->is_else || other->priority < e->priority || (e->d_step && other->d_step == e->d_step && other > e)))
            return true;
    }
    return may_be_held(t, e->source);
}

static bool stores(const effect *f)
{
    bool any = f->kind == EFFECT_RECEIVE || (f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL); /* whatever a receive fills */
    return any || f->result.kind == PLACE_GLOBAL;
}

/* A step that waits for a store of its own is never possible. */
static bool edge_asks(const process_type *t, const edge *e, bool of_all)
{
    bool stored = false;
    if (e->wait != EDGE_READY && !of_all && is_missed(t, e))
        return true;
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        if (waits(f) && (!of_all || f->kind == EFFECT_SYNC) && (stored || is_missed(t, e)))
            return true;
        stored |= stores(f);
    }
    return false;
}

/* `of_all`: about any process's buffer, as sync does; otherwise about the process's own. */
static bool asks(const process_type *t, bool of_all)
{
    for (size_t i = 0; i < t->edges.count; i++)
        if (edge_asks(t, &t->edges.data[i], of_all))
            return true;
    return false;
}

static const char *find_harm(const exempt *x, uint32_t element, const bool *asking, bool sync_asks)
{
    uint32_t user = x->user[element];
    if (user == EXEMPT_SHARED || (user != EXEMPT_UNUSED && x->several[user]))
        return "it is not used by one process alone, by way of its buffer";
    if (sync_asks || (user != EXEMPT_UNUSED && asking[user]))
        return "a statement may find out that the buffer is not empty";
    return NULL;
}

bool exempt_is_harmless(const exempt *x, strbuf *why)
{
    const program *p = x->program;
    arena *scratch = arena_new();
    bool *asking = ARENA_ARRAY(scratch, bool, p->processes.count + 1), sync_asks = false;
    for (size_t t = 0; t < p->processes.count; t++) {
        asking[t] = asks(&p->processes.data[t], false);
        sync_asks |= asks(&p->processes.data[t], true);
    }
    for (uint32_t i = 0; i < p->global_count && !why->length; i++) {
        const char *harm = x->elements[i] ? find_harm(x, i, asking, sync_asks) : NULL;
        if (harm)
            strbuf_printf(why, "%s is kept out of the buffers, but %s", p->globals.data[program_global_of_element(p, i)].name, harm);
    }
    arena_free(scratch);
    return !why->length;
}

/* certificate_bad.c: is some combination of what the processes of a state may be doing bad? */
#include "base/limits.h"
#include "trace/certificate_internal.h"

enum { LOOKS_AT_NOTHING, LOOKS_AT_NODE, LOOKS_AT_ALL };

static uint8_t looks_at_type(const footprints *of, const footprint *f, uint32_t type)
{
    if (index_set_has(&f->remotes, type) || index_set_has(&f->viewed, type))
        return LOOKS_AT_ALL;
    return footprint_asks_where(of, f, type) ? LOOKS_AT_NODE : LOOKS_AT_NOTHING;
}

static bool is_part_of_bad(proof_check *k, const property *p, const stance *a)
{
    uint32_t labelled;
    switch (p->kind) {
    case PROPERTY_DEADLOCK: return a->stuck && !a->ends;
    case PROPERTY_FINAL: return a->stuck;
    case PROPERTY_MUTEX: return process_find_label(proof_type(k, a->process), p->label, &labelled) && proof_at(k, KEYS, a->key, KEY_NODE) == (int32_t)labelled;
    case PROPERTY_NEVER:
    case PROPERTY_ALWAYS: return true;
    case PROPERTY_ASSERTION:
    case PROPERTY_RUNTIME:
    case PROPERTY_OVERFLOW:
    case PROPERTY_LTL: case PROPERTY_CLAIM: case PROPERTY_ACCEPTANCE: case PROPERTY_PROGRESS: break;
    }
    return false; /* steps show the first three */
}

/* The choices for a deadlock. Stances at which a process meets nobody do the others no harm: one is enough, best one where the process may not end; then no other of
 * its stances is needed. */
static void find_stuck_choices(proof_check *k, const property *p, uint32_t *end)
{
    vec_clear(&k->choices);
    for (uint32_t q = 0, i = 0; q < k->count; q++) {
        size_t first = k->choices.count;
        bool has_bad = false, has_free = false;
        for (; i < k->stances.count && k->stances.data[i].process == q; i++) {
            const stance *a = &k->stances.data[i];
            const node *n = proof_node(k, a);
            bool is_bad = !a->meets && !n->is_end && !n->is_final;
            if (proof_is_held(k, a->key) || !is_part_of_bad(k, p, a) || has_bad || (!a->meets && !is_bad && has_free))
                continue;
            if (is_bad)
                k->choices.count = first;
            vec_push(&k->choices, i);
            has_bad = is_bad;
            has_free |= !a->meets;
        }
        end[q] = (uint32_t)k->choices.count;
    }
}

/* The stances that may be part of something bad, by number in `choices`: of each process one for each thing that the property looks at. Of a process that is stuck this
 * is the node, and all where it might meet others. `end` gets where the choices of each process end. */
static void find_choices(proof_check *k, const property *p, uint32_t *end)
{
    uint8_t *looks_of_type = ARENA_ARRAY(k->r.memory, uint8_t, k->r.program->processes.count + 1);
    bool of_stuck = p->kind == PROPERTY_FINAL;
    intern known = {0}; /* (process, key or node, view) */
    for (uint32_t t = 0; t < k->r.program->processes.count; t++)
        looks_of_type[t] = looks_at_type(k->footprints, &k->footprints->questions[p - k->properties->items.data], t);
    vec_clear(&k->choices);
    for (uint32_t i = 0; i < k->stances.count; i++) {
        const stance *a = &k->stances.data[i];
        int looks = looks_of_type[proof_type(k, a->process) - k->r.program->processes.data];
        if (of_stuck && looks < LOOKS_AT_ALL)
            looks = proof_node(k, a)->edge_count && k->globals[k->here.global].now.channels.count ? LOOKS_AT_ALL : LOOKS_AT_NODE;
        int32_t seen = looks == LOOKS_AT_ALL ? a->key : looks == LOOKS_AT_NODE ? -1 - proof_at(k, KEYS, a->key, KEY_NODE) : NOTHING;
        if (!proof_is_held(k, a->key) && is_part_of_bad(k, p, a) &&
            proof_number(&known, (int32_t)a->process, seen, looks == LOOKS_AT_ALL ? a->view : NO_VIEW) == (int32_t)k->choices.count)
            vec_push(&k->choices, i);
        end[a->process] = (uint32_t)k->choices.count;
    }
    intern_release(&known);
}

/* Is some combination of choices of process q and those after it bad, with what r.now has of those before it? As deep as there are processes. */
static bool some_is_bad(proof_check *k, const property *p, uint32_t q, const uint32_t *end)
{
    size_t pending = k->r.now.pending.count;
    bool bad = false;
    limits_poll();
    if (q == k->count && p->kind == PROPERTY_DEADLOCK)
        return replay_is_deadlock(&k->r);
    if (q == k->count)
        return p->bad && replay_is_true(&k->r, p->bad) && (p->kind != PROPERTY_FINAL || replay_is_final(&k->r));
    for (uint32_t i = q ? end[q - 1] : 0; i < end[q] && !bad; i++) {
        k->r.now.pending.count = pending;
        proof_put(k, &k->stances.data[k->choices.data[i]]);
        bad = some_is_bad(k, p, q + 1, end);
    }
    return bad;
}

bool proof_is_violated(proof_check *k, const property *p)
{
    uint32_t end[PROGRAM_MAX_PROCESSES] = {0}, able = 0;
    if (property_is_temporal(p) || p->is_wanted)
        return true; /* not to be seen in states one by one */
    if (p->kind == PROPERTY_DEADLOCK)
        find_stuck_choices(k, p, end);
    else
        find_choices(k, p, end);
    for (uint32_t q = 0; q < k->count; q++)
        able += end[q] > (q ? end[q - 1] : 0);
    proof_load(k);
    k->exempt.is_final = p->kind == PROPERTY_FINAL;
    return p->kind == PROPERTY_MUTEX ? able >= 2 : able == k->count && some_is_bad(k, p, 0, end);
}


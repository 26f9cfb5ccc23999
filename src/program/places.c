#include "program/places.h"

#include <string.h>

#include "base/vec.h"
#include "program/candidate.h"

/* ---- Taking candidates out ---- */

/* The effects without those that are out; numbers[i]: the new number of candidate i plus 1, 0 where it is out. A fence that is there stays, as no candidate. */
static void renumber(program *p, edge *e, const uint32_t *numbers)
{
    effect *kept = ARENA_ARRAY(p->memory, effect, e->effect_count + 1);
    uint32_t count = 0, found = 0;
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        uint32_t number = f->candidate ? numbers[f->candidate - 1] : 0;
        bool is_there = f->candidate && p->candidates.data[f->candidate - 1].is_there;
        found += f->candidate != 0;
        if (f->candidate && !number && e->is_gap && !is_there)
            continue;
        kept[count] = *f;
        kept[count].flush = f->flush && (number || f->kind != EFFECT_ASSIGN);
        kept[count++].candidate = number;
        e->is_gap &= number || !is_there;
    }
    e->candidate = e->candidate ? numbers[e->candidate - 1] : 0;
    if (!found)
        return; /* assertions are known by their addresses */
    e->effects = kept;
    e->effect_count = count;
}

void places_take_out(program *p, const bool *out)
{
    arena *scratch = arena_new();
    uint32_t *numbers = ARENA_ARRAY(scratch, uint32_t, p->candidates.count + 1), kept = 0;
    for (uint32_t i = 0; i < p->candidates.count; i++)
        numbers[i] = out[i] ? 0 : ++kept;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++)
            renumber(p, &p->processes.data[t].edges.data[i], numbers);
    for (uint32_t i = 0; i < p->candidates.count; i++)
        if (numbers[i])
            p->candidates.data[numbers[i] - 1] = p->candidates.data[i];
    p->candidates.count = kept;
    arena_free(scratch);
}

/* ---- Places that cannot be offered ---- */

/* An escape that comes between fence and statement is one that would have come before the statement. */
static bool shares_escapes(const process_type *t, const edge *gap)
{
    const node *at = &t->nodes.data[gap->source];
    for (const edge *last = gap; last; last = candidate_gap_at(t, last->target)) {
        const node *behind = &t->nodes.data[last->target];
        for (uint32_t i = 0; i + 1 < at->edge_count; i++)
            if (i >= behind->edge_count || !candidate_is_same_escape(&t->edges.data[at->first_edge + i], &t->edges.data[behind->first_edge + i]))
                return false;
    }
    return true;
}

/* Whoever comes to a gap in a block holds atomicity, and nobody does who comes to another. A sender hands it over. */
static bool is_met_rightly(const process_type *t, const edge *gap, bool may_hand_over)
{
    bool prompt = candidate_is_prompt(t, gap);
    for (size_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        bool leads = false;
        uint32_t at = e->target;
        hold_kind hold = e->hold;
        for (const edge *next; !e->is_gap && !(leads = at == gap->source) && (next = candidate_gap_at(t, at)); at = next->target)
            hold = next->hold;
        if (leads && (prompt != (hold != HOLD_NONE) || (prompt && may_hand_over && edge_has_effect(e, EFFECT_SEND))))
            return false;
    }
    return true;
}

/* Does the block end at the gap, with no statement between? */
static bool ends_block(const process_type *t, const edge *gap)
{
    bool ends = false;
    for (; gap && !ends; gap = candidate_gap_at(t, gap->target))
        ends = gap->hold == HOLD_NONE;
    return ends;
}

/* At the end of a block an escape would come at once, not when others have gone on. A provided clause may stop a process anywhere. */
static bool is_sound(const process_type *t, const edge *gap, bool may_hand_over)
{
    bool prompt = candidate_is_prompt(t, gap), has_escapes = t->nodes.data[gap->source].edge_count > 1;
    if (prompt && (t->provided || t->entry == gap->source || (has_escapes && ends_block(t, gap))))
        return false;
    return shares_escapes(t, gap) && is_met_rightly(t, gap, may_hand_over);
}

/* Whoever is there can be met. */
static bool may_meet_behind(const process_type *t, const edge *gap)
{
    const node *behind = &t->nodes.data[candidate_past_gaps(t, gap->target)];
    bool may = false;
    for (uint32_t i = 0; i < behind->edge_count; i++) {
        const edge *e = &t->edges.data[behind->first_edge + i];
        may |= edge_has_effect(e, EFFECT_SEND) || edge_has_effect(e, EFFECT_RECEIVE);
    }
    return may;
}

void places_drop_unsound(program *full)
{
    arena *scratch = arena_new();
    bool *out = ARENA_ARRAY(scratch, bool, full->candidates.count + 1), may_meet = program_may_meet(full);
    for (size_t t = 0; t < full->processes.count; t++) {
        const process_type *type = &full->processes.data[t];
        for (size_t i = 0; i < type->edges.count; i++) {
            const edge *gap = &type->edges.data[i];
            bool is_bad = gap->is_gap && !is_sound(type, gap, may_meet), skip_shows = may_meet && gap->is_gap && may_meet_behind(type, gap);
            for (uint32_t k = 0; k < gap->effect_count && (is_bad || skip_shows); k++) {
                uint32_t candidate = gap->effects[k].candidate;
                if (candidate && (is_bad || full->candidates.data[candidate - 1].is_there))
                    out[candidate - 1] = true;
            }
        }
    }
    places_take_out(full, out);
    arena_free(scratch);
}

void places_keep_fences(program *full)
{
    arena *scratch = arena_new();
    bool *out = ARENA_ARRAY(scratch, bool, full->candidates.count + 1);
    for (size_t i = 0; i < full->candidates.count; i++)
        out[i] = full->candidates.data[i].is_there && full->candidates.data[i].edit_count;
    places_take_out(full, out);
    arena_free(scratch);
}

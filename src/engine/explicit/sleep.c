/* sleep.c: sleep sets (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996, chapter 5).
 *
 * What sleeps in a state need not be taken there: a run that begins with it was, or will be, taken in another order from an earlier state. The sleep
 * set is kept with the state. When a state is reached again with a smaller one, it is opened again for what is awake now and was not before. All
 * states are found, by fewer steps.
 *
 * The steps of one process in one state sleep together, and so do its commits. Two such units are independent in a state when
 * neither writes what the other reads or writes there. */
#include <string.h>

#include "engine/explicit/search_internal.h"

void sleep_init(search *s)
{
    s->has_sleep = s->request->reduction == REDUCTION_SLEEP && !s->rows->has_timeout;
    if (s->has_sleep)
        sleep_reach(s, (state_ref){0}, 0, true);
}

void sleep_release(search *s)
{
    vec_release(&s->sleep);
    vec_release(&s->asleep);
    vec_release(&s->sleep_masks);
}

/* Where the bits are that the unit reads (as many limbs as a state has) and, after these, those that it writes. */
static uint64_t *masks_of(search *s, uint32_t index)
{
    return s->sleep_masks.data + (size_t)index * 2 * s->store.limbs;
}

/* Fills the masks of a unit that has just been run. One that creates or removes a process touches everything. */
static void take_masks(search *s, unit_ref u, uint32_t index)
{
    uint32_t limbs = s->store.limbs, size = memo_record_limbs(limbs);
    uint64_t *reads = masks_of(s, index), *writes = reads + limbs;
    memset(reads, 0, 2 * limbs * sizeof *reads);
    const uint64_t *found = memo_find(&s->memo, u, s->state, limbs);
    if (!found) {
        memset(reads, 0xff, 2 * limbs * sizeof *reads);
        return;
    }
    memcpy(reads, memo_mask(&s->memo, u), limbs * sizeof *reads);
    const uint64_t *record = found + 1;
    for (uint32_t k = (uint32_t)*found; k > 0; k--, record += size)
        for (uint32_t i = 0; i < limbs; i++)
            writes[i] |= record[1 + i];
}

static bool are_independent(search *s, uint32_t a, uint32_t b)
{
    uint32_t limbs = s->store.limbs;
    const uint64_t *of_a = masks_of(s, a), *of_b = masks_of(s, b);
    uint64_t shared = 0;
    for (uint32_t i = 0; i < limbs; i++)
        shared |= (of_a[limbs + i] & (of_b[i] | of_b[limbs + i])) | (of_b[limbs + i] & of_a[i]);
    return !shared;
}

/* What stays asleep after a step of the unit. */
static uint64_t asleep_after(search *s, uint64_t asleep, uint32_t index)
{
    uint64_t kept = 0;
    for (uint32_t other = 0; asleep >> other; other++)
        if ((asleep >> other & 1) && are_independent(s, other, index))
            kept |= 1ull << other;
    return kept;
}

/* Runs the unit. What is skipped is looked at too, since others may be independent of it, but its successors are dropped. */
static bool run_unit(search *s, uint32_t index, bool skipped, bool *moved)
{
    process_ref p = {index / 2};
    bool commits = index % 2;
    size_t before = s->candidates.count;
    unit_ref u = commits ? s->packing->commits[p.index] : search_steps_of(s, p);
    if (commits && !search_has_pending(s, p))
        return true;
    s->process = p;
    if (!search_run_unit(s, u, commits ? UNIT_COMMITS : UNIT_STEPS, moved))
        return false;
    take_masks(s, u, index);
    if (skipped)
        s->candidates.count = before;
    return true;
}

bool sleep_expand(search *s, bool *moved)
{
    uint32_t units = 2 * s->shape->process_count, order[2 * SLEEP_MOST_PROCESSES];
    size_t ends[2 * SLEEP_MOST_PROCESSES], from = s->candidates.count / s->store.limbs;
    uint64_t asleep = s->sleep.data[s->number.index].asleep, skipped = asleep | s->sleep.data[s->number.index].done;
    vec_reserve(&s->sleep_masks, (size_t)units * 2 * s->store.limbs);
    for (uint32_t k = 0; k < units; k++) {
        order[k] = s->ascending ? k : (units - 2 - (k & ~1u)) | (k & 1);
        if (!run_unit(s, order[k], skipped >> order[k] & 1, moved))
            return false;
        ends[k] = s->candidates.count / s->store.limbs;
    }
    vec_clear(&s->asleep);
    for (uint32_t k = 0; k < units; from = ends[k++]) {
        if (from == ends[k])
            continue;
        uint64_t after = asleep_after(s, asleep, order[k]);
        for (size_t i = from; i < ends[k]; i++)
            vec_push(&s->asleep, after);
        asleep |= 1ull << order[k];
    }
    return true;
}

void sleep_finish(search *s)
{
    sleep_state *here = &s->sleep.data[s->number.index];
    s->again += here->done != 0;
    here->done = ~here->asleep;
    here->open = false;
}

bool sleep_reach(search *s, state_ref number, uint64_t asleep, bool is_new)
{
    if (is_new) {
        vec_push(&s->sleep, ((sleep_state){.asleep = asleep, .open = true}));
        return true;
    }
    sleep_state *here = &s->sleep.data[number.index];
    uint64_t awake = here->asleep & ~asleep;
    here->asleep &= asleep;
    if (!awake || here->open)
        return false;
    here->open = true;
    return true;
}

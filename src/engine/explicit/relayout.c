#include "engine/explicit/relayout.h"

#include <string.h>

#include "base/limits.h"

static const char no_memory[] = "memory is used up", too_large[] = "a state takes more than 32 KiB";

typedef VEC(packing) packing_vec;

/* How all shapes are laid out now. */
static void copy_packings(const layout *l, packing_vec *out)
{
    for (size_t i = 0; i < l->packings.count; i++) {
        packing copy = l->packings.data[i] ? *l->packings.data[i] : (packing){0};
        if (!copy.shape) {
            vec_push(out, copy);
            continue;
        }
        size_t size = (copy.shape->slot_count + 1) * sizeof(field), capacity = 0;
        copy.fields = vec_grow(NULL, &capacity, size, 1);
        memcpy(copy.fields, l->packings.data[i]->fields, size);
        vec_push(out, copy);
    }
}

/* Who writes states in another layout. */
typedef struct conversion {
    const layout *to;
    const store *before;
    store *after;
    const packing *old;
    uint64_t old_shape_mask;
} conversion;

static void convert_part(void *data, uint32_t from, uint32_t to)
{
    const conversion *c = data;
    for (uint32_t i = from; i < to; i++) {
        limits_poll();
        const uint64_t *state = store_state(c->before, (state_ref){i});
        const packing *of = c->to->packings.data[state[0] & c->old_shape_mask];
        packing_convert(of, &c->old[of->shape->id], state, c->to->limbs, c->after->states + (size_t)i * c->to->limbs);
        c->after->parents[i] = c->before->parents[i];
    }
    store_index(c->after, from, to);
}

const char *relayout(layout *l, store *states, memo *remembered, bool dissolves, crew *with)
{
    packing_vec old = {0};
    copy_packings(l, &old);
    uint64_t old_shape_mask = (1ull << l->shape_bits) - 1;
    store before = *states;
    const char *why = NULL;
    if (dissolves)
        layout_dissolve(l);
    layout_renew(l);
    memo_forget(remembered);
    if (l->too_large)
        *states = (store){0};
    if (l->too_large || !store_init_like(states, l->limbs, &before))
        why = l->too_large ? too_large : no_memory;
    else
        states->count = before.count;
    conversion c = {l, &before, states, old.data, old_shape_mask};
    if (!why && !crew_share(with, before.count, convert_part, &c))
        why = limits_reason();
    if (dissolves)
        layout_drop_contents(l);
    for (size_t i = 0; i < old.count; i++)
        vec_free_data(old.data[i].fields);
    vec_release(&old);
    store_release(&before);
    return why;
}

bool relayout_contents_outweigh(const layout *l, const store *states)
{
    enum { MIB = 1 << 20 };
    size_t bytes = l->bundles ? layout_bytes(l) : 0;
    return bytes > MIB && bytes > store_bytes(states) / 2;
}

/* Values are packed once their classes hold them. */
const char *relayout_first(layout *l, store *states, const successors *row)
{
    limb_vec packed = {0};
    bool is_new, room = true;
    layout_of_shape(l, row->shape);
    do {
        layout_renew(l);
        vec_reserve(&packed, l->limbs);
    } while (!l->too_large && !layout_pack(l, layout_of_shape(l, row->shape), row->slots, packed.data));
    if (!l->too_large)
        room = store_init(states, l->limbs) && !state_is(store_add(states, packed.data, store_hash(packed.data, l->limbs), STATE_NONE, &is_new), STATE_NONE);
    vec_release(&packed);
    return l->too_large ? too_large : room ? NULL : no_memory;
}

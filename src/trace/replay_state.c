/* replay_state.c: the state that a replayed run is in: memory, pending stores, processes, channels. */
#include <string.h>

#include "base/bug.h"
#include "trace/replay.h"

#define copy_vec(to, from)                                                                   \
    do {                                                                                     \
        vec_reserve((to), (from)->count + 1);                                                \
        if ((from)->count)                                                                   \
            memcpy((to)->data, (from)->data, (from)->count * sizeof *(from)->data);          \
        (to)->count = (from)->count;                                                         \
    } while (0)

void replay_state_copy(replay_state *to, const replay_state *from)
{
    copy_vec(&to->globals, &from->globals);
    copy_vec(&to->locals, &from->locals);
    copy_vec(&to->slots, &from->slots);
    copy_vec(&to->created, &from->created);
    copy_vec(&to->processes, &from->processes);
    copy_vec(&to->pending, &from->pending);
    copy_vec(&to->channels, &from->channels);
    to->holder = from->holder;
    to->hold = from->hold;
    to->timeout = from->timeout;
}

void replay_state_release(replay_state *s)
{
    vec_release(&s->globals);
    vec_release(&s->locals);
    vec_release(&s->slots);
    vec_release(&s->created);
    vec_release(&s->processes);
    vec_release(&s->pending);
    vec_release(&s->channels);
}

void replay_seen_keep_reads(replay_seen *seen)
{
    vec_clear(&seen->failed);
    strbuf_clear(&seen->printed);
    seen->element = -1;
    seen->value = 0;
    seen->relaxed = false;
}

void replay_seen_clear(replay_seen *seen)
{
    vec_clear(&seen->reads);
    replay_seen_keep_reads(seen);
}

void replay_seen_release(replay_seen *seen)
{
    vec_release(&seen->reads);
    vec_release(&seen->failed);
    strbuf_release(&seen->printed);
}

/* ---- Memory and buffers ---- */

bool replay_is_buffered(const replay *r, uint32_t element)
{
    const variable *v = &r->program->globals.data[program_global_of_element(r->program, element)];
    return machine_traits(r->machine)->has_buffers && v->class == VARIABLE_RELAXED && !(r->exempt && r->exempt->elements[element]);
}

int32_t replay_view(const replay_state *s, uint32_t process, uint32_t element, bool *from_buffer)
{
    for (size_t i = s->pending.count; i-- > 0;) {
        const replay_pending *store = &s->pending.data[i];
        if (store->process == process && store->element == element) {
            *from_buffer = true;
            return store->value;
        }
    }
    *from_buffer = false;
    return s->globals.data[element];
}

uint32_t replay_pending_count(const replay_state *s, uint32_t process)
{
    uint32_t count = 0;
    for (size_t i = 0; i < s->pending.count; i++)
        count += s->pending.data[i].process == process;
    return count;
}

int64_t replay_oldest(const replay_state *s, uint32_t process, int64_t element)
{
    for (size_t i = 0; i < s->pending.count; i++)
        if (s->pending.data[i].process == process && (element < 0 || s->pending.data[i].element == element))
            return (int64_t)i;
    return -1;
}

uint32_t replay_count_pending(const replay *r, uint32_t process, uint32_t element)
{
    bool per_location = machine_traits(r->machine)->per_location;
    uint32_t count = 0;
    for (size_t i = 0; i < r->now.pending.count; i++) {
        const replay_pending *store = &r->now.pending.data[i];
        count += store->process == process && (!per_location || store->element == element);
    }
    return count;
}

void replay_commit(replay_state *s, size_t pending)
{
    const replay_pending store = s->pending.data[pending];
    s->globals.data[store.element] = store.value;
    for (size_t i = pending + 1; i < s->pending.count; i++)
        s->pending.data[i - 1] = s->pending.data[i];
    s->pending.count--;
}

bool replay_buffer_is_full(const replay *r, const replay_state *s, uint32_t process, uint32_t element)
{
    if (!r->machine.buffer)
        return false;
    uint32_t count = 0;
    for (size_t i = 0; i < s->pending.count; i++)
        count += s->pending.data[i].process == process &&
                 (!machine_traits(r->machine)->per_location || s->pending.data[i].element == element);
    return count >= r->machine.buffer;
}

/* ---- Channels ---- */

void replay_add_channel(replay_state *s, const channel *type)
{
    replay_channel added = {.type = type, .first_slot = (uint32_t)s->slots.count};
    vec_push(&s->channels, added);
    for (size_t i = 0; i < (size_t)type->capacity * type->field_count; i++)
        vec_push(&s->slots, 0);
}

int32_t *replay_message(const replay_state *s, uint32_t channel_index, uint32_t index)
{
    const replay_channel *c = &s->channels.data[channel_index];
    return s->slots.data + c->first_slot + (size_t)index * c->type->field_count;
}

void replay_insert_message(replay_state *s, uint32_t channel_index, uint32_t index, const int32_t *values)
{
    replay_channel *c = &s->channels.data[channel_index];
    CHECK(c->count < c->type->capacity && index <= c->count);
    uint32_t fields = c->type->field_count;
    int32_t *at = replay_message(s, channel_index, index);
    memmove(at + fields, at, (size_t)(c->count - index) * fields * sizeof *at);
    memcpy(at, values, fields * sizeof *at);
    c->count++;
}

void replay_remove_message(replay_state *s, uint32_t channel_index, uint32_t index)
{
    replay_channel *c = &s->channels.data[channel_index];
    CHECK(index < c->count);
    uint32_t fields = c->type->field_count;
    int32_t *at = replay_message(s, channel_index, index);
    memmove(at, at + fields, (size_t)(c->count - index - 1) * fields * sizeof *at);
    c->count--;
    memset(replay_message(s, channel_index, c->count), 0, fields * sizeof *at);
}

void replay_add_process(replay_state *s, const program *p, uint32_t type)
{
    const process_type *t = &p->processes.data[type];
    vec_push(&s->processes, ((replay_process){.type = type, .node = t->entry, .first_local = (uint32_t)s->locals.count,
                                              .first_channel = (uint32_t)s->channels.count}));
    for (uint32_t i = 0; i < t->local_count; i++)
        vec_push(&s->locals, 0);
    for (size_t i = 0; i < t->channels.count; i++)
        replay_add_channel(s, &t->channels.data[i]);
}

void replay_remove_youngest(replay_state *s)
{
    replay_process gone = vec_pop(&s->processes);
    s->locals.count = gone.first_local;
    if (gone.first_channel < s->channels.count)
        s->slots.count = s->channels.data[gone.first_channel].first_slot;
    s->channels.count = gone.first_channel;
}

/* ---- What can be told of a state ---- */

static bool is_after(const replay_pending *a, const replay_pending *b)
{
    return a->barriers != b->barriers ? a->barriers > b->barriers : a->element > b->element;
}

/* The buffer of a process. Of barriers only that they divide the stores counts, and whether one comes after the youngest. */
static void add_buffer(const replay_state *s, uint32_t process, bool per_location, replay_essence *out)
{
    VEC(replay_pending) stores = {0};
    for (size_t i = 0; i < s->pending.count; i++) {
        if (s->pending.data[i].process != process)
            continue;
        size_t at = stores.count;
        vec_push(&stores, s->pending.data[i]);
        for (; per_location && at > 0 && is_after(&stores.data[at - 1], &s->pending.data[i]); at--)
            stores.data[at] = stores.data[at - 1];
        stores.data[at] = s->pending.data[i];
    }
    vec_push(out, (int32_t)stores.count);
    for (size_t i = 0; i < stores.count; i++) {
        uint32_t next = i + 1 < stores.count ? stores.data[i + 1].barriers : s->processes.data[process].barriers;
        vec_push(out, (int32_t)stores.data[i].element);
        vec_push(out, stores.data[i].value);
        vec_push(out, per_location && next != stores.data[i].barriers);
    }
    vec_release(&stores);
}

#define append_vec(to, from)                                  \
    for (size_t i_ = 0; i_ < (from)->count; i_++)             \
        vec_push((to), (int32_t)(from)->data[i_])

void replay_get_essence(const replay *r, const replay_state *s, replay_essence *out)
{
    vec_clear(out);
    vec_push(out, (int32_t)s->processes.count);
    for (size_t i = 0; i < s->processes.count; i++) { /* these say how many locals and channels there are */
        vec_push(out, (int32_t)s->processes.data[i].type);
        vec_push(out, (int32_t)s->processes.data[i].node);
    }
    append_vec(out, &s->globals);
    append_vec(out, &s->locals);
    append_vec(out, &s->slots);
    for (size_t i = 0; i < s->channels.count; i++)
        vec_push(out, (int32_t)s->channels.data[i].count);
    vec_push(out, s->holder);
    vec_push(out, s->holder < 0 ? 0 : (int32_t)s->hold);
    for (uint32_t i = 0; i < s->processes.count; i++)
        add_buffer(s, i, machine_traits(r->machine)->per_location, out);
}

bool replay_is_same(const replay_essence *a, const replay_essence *b)
{
    return a->count == b->count && !memcmp(a->data, b->data, a->count * sizeof *a->data);
}

/* successors.c: the order of steps: which edges are possible, atomic blocks, rendezvous, commits, removal. What one edge does is in
 * effects.c, what an expression means in values.c. */
#include "step/successors.h"

#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "step/successors_internal.h"

void successors_init(successors *x, rows *r, const property_list *properties)
{
    *x = (successors){.rows = r, .properties = properties, .self = {NOBODY}, .only_partner = {ANYBODY}, .epoch = 1};
    x->held = held_set_new();
    x->shape = rows_root(r);
    successors_reserve_slots(x);
}

void successors_release(successors *x)
{
    vec_release(&x->undos);
    vec_release(&x->trail);
    vec_release(&x->frames);
    vec_release(&x->views);
    vec_release(&x->reads);
    held_set_free(x->held);
    vec_free_data(x->slots);
    vec_free_data(x->read_epoch);
    vec_free_data(x->write_epoch);
    vec_release(&x->writes);
}

void successors_reserve_slots(successors *x)
{
    size_t old = x->slot_capacity, needed = x->shape->slot_count + 1;
    if (needed <= old)
        return;
    size_t capacity = 0, reads = 0, writes = 0;
    x->slots = vec_grow(x->slots, &capacity, needed * 2, sizeof *x->slots);
    x->read_epoch = vec_grow(x->read_epoch, &reads, needed * 2, sizeof *x->read_epoch);
    x->write_epoch = vec_grow(x->write_epoch, &writes, needed * 2, sizeof *x->write_epoch);
    CHECK(capacity == reads && capacity == writes);
    memset(x->slots + old, 0, (capacity - old) * sizeof *x->slots);
    memset(x->read_epoch + old, 0, (capacity - old) * sizeof *x->read_epoch);
    memset(x->write_epoch + old, 0, (capacity - old) * sizeof *x->write_epoch);
    x->slot_capacity = capacity;
}

int32_t *successors_open(successors *x, shape *s)
{
    x->shape = s;
    successors_reserve_slots(x);
    vec_clear(&x->undos);
    vec_clear(&x->trail);
    vec_clear(&x->frames);
    return x->slots;
}

void successors_load(successors *x, shape *s, const int32_t *row)
{
    memcpy(successors_open(x, s), row, s->slot_count * sizeof *row);
}

void successors_begin(successors *x)
{
    vec_clear(&x->reads);
    vec_clear(&x->writes);
    if (++x->epoch == 0) {
        memset(x->read_epoch, 0, x->slot_capacity * sizeof *x->read_epoch);
        memset(x->write_epoch, 0, x->slot_capacity * sizeof *x->write_epoch);
        x->epoch = 1;
    }
}

static void undo_to(successors *x, size_t mark)
{
    while (x->undos.count > mark) {
        undo u = vec_pop(&x->undos);
        x->slots[u.slot] = u.value;
    }
}

static void restore(successors *x, const successors_frame *f)
{
    undo_to(x, f->undo_mark);
    x->shape = f->shape;
    x->trail.count = f->trail_mark;
}

static const process_type *type_of(const successors *x, process_ref process)
{
    return &x->rows->program->processes.data[shape_process(x->shape, process)->type];
}

uint32_t successors_node(successors *x, process_ref process)
{
    return (uint32_t)slot_get(x, shape_process(x->shape, process)->pc);
}

static void tell_violation(successors *x, property_kind kind)
{
    property_ref violated = property_of_kind(x->properties, kind);
    if (!property_is(violated, NO_PROPERTY) && !x->sink->violation(x->sink->data, x, violated))
        x->stopped = true;
}

/* The process takes the edge; its effects, then its new location. */
static outcome take_edge(successors *x, process_ref process, uint32_t index)
{
    const edge *e = &type_of(x, process)->edges.data[index];
    outcome result = OUTCOME_DONE;
    x->self = process;
    x->in_step = true;
    for (uint32_t k = 0; k < e->effect_count && result == OUTCOME_DONE && !x->stopped; k++)
        result = effect_apply(x, &e->effects[k]);
    x->in_step = false;
    if (result == OUTCOME_DONE)
        slot_set(x, shape_process(x->shape, process)->pc, (int32_t)e->target);
    return result;
}

bool edge_must_wait(successors *x, process_ref process, const edge *e)
{
    return edge_waits(e, x->rows->machine) && !buffer_is_empty(x, process);
}

static outcome guard_holds(successors *x, process_ref process, const expr *guard)
{
    if (!guard)
        return OUTCOME_DONE;
    x->self = process;
    int32_t value = value_of(x, guard);
    return x->error.error ? OUTCOME_ERROR : value ? OUTCOME_DONE : OUTCOME_BLOCKED;
}

static void push_step(successors *x, step s)
{
    vec_push(&x->trail, s);
}

/* Two courses have led to the same row. Whether two courses do that depends on what was in the slots that only one of them wrote. */
static void note_comparison(successors *x)
{
    for (size_t i = 0; i < x->writes.count; i++)
        slot_get(x, x->writes.data[i]);
}

/* With another view the same edge has led to the same state: that is one step. */
static bool is_known_with_other_view(successors *x, uint32_t edge_index)
{
    if (!x->views.count || held_set_add(x->held, x, edge_index, HOLD_NONE))
        return false;
    note_comparison(x);
    return true;
}

/* Searches on for a receiver of the rendezvous that the frame's process offers with edge e. */
static outcome next_partner(successors *x, successors_frame *f, const edge *e, uint32_t edge_index, hold_kind *hold)
{
    for (; f->partner.index < x->shape->process_count; f->partner.index++, f->partner_edge = 0, f->partner_priority = 0) {
        process_ref q = f->partner;
        if (process_is(q, f->process) || (x->only_partner.index != ANYBODY && !process_is(q, x->only_partner)))
            continue;
        const process_type *t = type_of(x, q);
        const node *n = &t->nodes.data[successors_node(x, q)];
        if (f->partner_edge == 0 && guard_holds(x, q, t->provided) == OUTCOME_BLOCKED)
            continue;
        for (; f->partner_edge < n->edge_count; f->partner_edge++) {
            uint32_t index = n->first_edge + f->partner_edge;
            const edge *receive = &t->edges.data[index];
            if (f->partner_priority && receive->priority != f->partner_priority)
                break;
            outcome result = rendezvous(x, f->process, e, q, receive);
            if (result == OUTCOME_BLOCKED) {
                undo_to(x, f->undo_mark);
                continue;
            }
            f->partner_edge++;
            f->partner_priority = receive->priority;
            push_step(x, (step){.kind = STEP_EDGE, .process = f->process.index, .edge = edge_index, .partner = (int32_t)q.index, .partner_edge = index});
            *hold = receive->hold;
            return result;
        }
    }
    return OUTCOME_BLOCKED;
}

/* The next possible move of the frame's process. BLOCKED: there is none left. */
static outcome next_move(successors *x, successors_frame *f, hold_kind *hold, process_ref *holder)
{
    const process_type *t = type_of(x, f->process);
    const node *n = &t->nodes.data[successors_node(x, f->process)];
    if (f->next_edge == 0 && f->hold != HOLD_D_STEP) {
        outcome provided = guard_holds(x, f->process, t->provided);
        if (provided != OUTCOME_DONE) {
            f->done = true;
            if (provided == OUTCOME_ERROR && n->edge_count) /* the error comes to light when the process is about to move */
                push_step(x, (step){.kind = STEP_EDGE, .process = f->process.index, .edge = n->first_edge, .partner = -1});
            return provided;
        }
    }
    for (; f->next_edge < n->edge_count; f->next_edge++) {
        uint32_t index = n->first_edge + f->next_edge;
        const edge *e = &t->edges.data[index];
        if (f->priority && e->priority != f->priority)
            break;
        if ((e->is_else && f->moved) || (e->d_step && e->d_step == f->d_step))
            continue;
        outcome result = OUTCOME_RENDEZVOUS;
        if (f->partner.index == NOBODY) {
            x->current = (step){.kind = STEP_EDGE, .process = f->process.index, .edge = index, .partner = -1};
            result = guard_holds(x, f->process, e->guard);
            if (result == OUTCOME_DONE && edge_must_wait(x, f->process, e))
                result = OUTCOME_BLOCKED;
            if (result == OUTCOME_DONE)
                result = take_edge(x, f->process, index);
            if (result == OUTCOME_RENDEZVOUS)
                f->partner.index = f->partner_edge = f->partner_priority = 0;
        }
        if (result == OUTCOME_DONE && is_known_with_other_view(x, index))
            result = OUTCOME_BLOCKED;
        *holder = f->process;
        *hold = e->hold;
        if (result == OUTCOME_RENDEZVOUS) {
            result = next_partner(x, f, e, index, hold);
            *holder = f->partner;
            if (result == OUTCOME_BLOCKED)
                f->partner.index = NOBODY;
        } else if (result != OUTCOME_BLOCKED) {
            push_step(x, x->current);
            f->next_edge += !next_view(x);
        }
        if (result == OUTCOME_BLOCKED) {
            undo_to(x, f->undo_mark);
            f->next_edge -= next_view(x); /* the same edge again */
            continue;
        }
        f->moved = true;
        f->priority = e->priority;
        f->d_step = e->d_step;
        return result;
    }
    f->done = true;
    return OUTCOME_BLOCKED;
}

static void push_frame(successors *x, process_ref process, hold_kind hold)
{
    vec_push(&x->frames, ((successors_frame){.shape = x->shape, .undo_mark = x->undos.count, .trail_mark = x->trail.count,
                                       .process = process, .hold = hold, .partner = {NOBODY}}));
}

/* `holder`: the position plus one of the process that is inside a block; 0: nobody is. */
static void at_rest(successors *x, uint32_t holder)
{
    if (x->rows->holder != ROWS_NO_SLOT && slot_get(x, x->rows->holder) != (int32_t)holder)
        slot_set(x, x->rows->holder, (int32_t)holder);
    if (!x->sink->rest(x->sink->data, x))
        x->stopped = true;
}

/* The process has taken a step inside an atomic block, and is its holder unless it blocks there. */
static void rest_in_block(successors *x, process_ref process)
{
    successors_frame ahead = {.shape = x->shape, .undo_mark = x->undos.count, .trail_mark = x->trail.count,
                              .process = process, .hold = HOLD_ATOMIC, .partner = {NOBODY}};
    hold_kind hold;
    process_ref holder;
    x->timeout = false;
    bool goes_on = next_move(x, &ahead, &hold, &holder) != OUTCOME_BLOCKED;
    restore(x, &ahead);
    at_rest(x, goes_on ? process.index + 1 : 0);
}

static void tell_lost(successors *x)
{
    if (x->sink->lost)
        x->sink->lost(x->sink->data, x);
}

/* Commits that the memory model does not leave to chance, after a step of the process. */
static void settle(successors *x, process_ref process)
{
    for (uint32_t element; forced_commit(x, process, &element);)
        push_step(x, (step){.kind = STEP_COMMIT, .process = process.index, .partner = -1, .element = element});
}

/* A process inside a block cannot go on: atomicity is lost; in d_step that is an error. */
static void blocked(successors *x, hold_kind hold)
{
    if (hold == HOLD_ATOMIC) {
        at_rest(x, 0);
    } else if (hold == HOLD_D_STEP) {
        x->error_text = "d_step blocks in its middle";
        tell_violation(x, PROPERTY_RUNTIME);
        tell_lost(x);
    }
}

/* Takes all moves from here on, through atomic blocks, until every course has come to rest. */
static bool explore(successors *x, bool timeout)
{
    bool moved = false;
    while (x->frames.count && !x->stopped) {
        limits_poll();
        successors_frame *f = &vec_last(&x->frames);
        hold_kind hold = HOLD_NONE;
        process_ref holder = {0};
        x->error = (eval_state){0};
        x->error_text = NULL;
        x->timeout = timeout && x->frames.count == 1; /* inside a block the system is no longer stuck */
        outcome result = f->done ? OUTCOME_BLOCKED : next_move(x, f, &hold, &holder);
        if (result == OUTCOME_BLOCKED) {
            successors_frame finished = vec_pop(&x->frames);
            moved |= finished.moved;
            if (!finished.moved)
                blocked(x, finished.hold);
            if (x->frames.count)
                restore(x, &vec_last(&x->frames));
            continue;
        }
        if (x->trail.count) /* not so where a provided clause fails at a place without edges */
            rows_note_taken(x->rows, x->shape, &vec_last(&x->trail));
        if (f->hold == HOLD_D_STEP)
            f->done = true; /* d_step takes the first that is possible */
        if (result == OUTCOME_ERROR) {
            f->moved = true;
            tell_violation(x, x->error_text == overflow_text ? PROPERTY_OVERFLOW : PROPERTY_RUNTIME);
            tell_lost(x);
        } else if (result == OUTCOME_CUT) {
            tell_lost(x);
        } else if (result == OUTCOME_DONE && !x->stopped) {
            if (hold == HOLD_NONE) {
                settle(x, f->process);
                if (!process_is(holder, f->process))
                    settle(x, holder);
                at_rest(x, 0);
            } else if (hold == HOLD_ATOMIC && x->rows->holder != ROWS_NO_SLOT) {
                rest_in_block(x, holder);
            } else if (held_set_add(x->held, x, holder.index, hold)) {
                push_frame(x, holder, hold);
                continue;
            } else {
                note_comparison(x);
                if (hold == HOLD_D_STEP)
                    tell_lost(x); /* it takes the first that is possible, so it goes round for ever */
            }
        }
        restore(x, &vec_last(&x->frames));
    }
    return moved;
}

/* Where final states are wanted: what a process of the start leaves, which is the last of those that have not gone. */
static void keep_locals(successors *x, process_ref process)
{
    const program *p = x->rows->program;
    if (!p->kept || process.index + 1 + (uint32_t)slot_get(x, p->gone) != p->start.count)
        return;
    for (uint32_t i = 0; i < type_of(x, process)->local_count; i++)
        slot_set(x, p->kept[process.index] + i, slot_get(x, shape_process(x->shape, process)->locals + i));
    slot_set(x, p->gone, slot_get(x, p->gone) + 1);
}

/* An ended process may go when it is the youngest and nothing of its stores is left. */
static bool remove_process(successors *x, process_ref process)
{
    const process_type *t = type_of(x, process);
    if (!x->rows->program->processes_die || process.index + 1 != x->shape->process_count)
        return false;
    if (guard_holds(x, process, t->provided) != OUTCOME_DONE || !buffer_is_empty(x, process))
        return false;
    successors_frame here = {.shape = x->shape, .undo_mark = x->undos.count, .trail_mark = x->trail.count};
    keep_locals(x, process);
    for (uint32_t i = x->shape->parent->slot_count; i < x->shape->slot_count; i++)
        slot_set(x, i, 0);
    x->shape = x->shape->parent;
    push_step(x, (step){.kind = STEP_END, .process = process.index, .partner = -1});
    at_rest(x, 0);
    restore(x, &here);
    return true;
}

bool successors_by_steps(successors *x, process_ref process, bool timeout, const successors_sink *sink)
{
    x->sink = sink;
    x->stopped = false;
    x->timeout = timeout;
    x->error = (eval_state){0};
    x->error_text = NULL;
    const process_type *t = type_of(x, process);
    if (t->nodes.data[successors_node(x, process)].is_final)
        return remove_process(x, process);
    held_set_clear(x->held);
    vec_clear(&x->views);
    push_frame(x, process, HOLD_NONE);
    bool moved = explore(x, timeout);
    vec_clear(&x->frames);
    return moved;
}

static bool ignore_rest(void *data, successors *x)
{
    (void)data, (void)x;
    return true;
}

static bool ignore_violation(void *data, successors *x, property_ref violated)
{
    (void)data, (void)x, (void)violated;
    return true;
}

const successors_sink successors_nobody = {.rest = ignore_rest, .violation = ignore_violation};

bool successors_has_step(successors *x, process_ref process)
{
    successors_begin(x);
    bool moved = successors_by_steps(x, process, false, &successors_nobody);
    x->sink = NULL;
    return moved;
}

bool successors_each_step(successors *x, process_ref process, hold_kind hold, const successors_sink *sink, successors_visit *visit)
{
    x->sink = sink;
    x->stopped = x->timeout = false;
    vec_clear(&x->frames);
    push_frame(x, process, hold);
    successors_frame f = vec_pop(&x->frames);
    while (!f.done) {
        hold_kind after = HOLD_NONE;
        process_ref holder = process;
        x->error = (eval_state){0};
        x->error_text = NULL;
        outcome result = next_move(x, &f, &after, &holder);
        if (result == OUTCOME_BLOCKED)
            break;
        f.moved = true;
        f.done |= hold == HOLD_D_STEP;
        visit(sink->data, x, result == OUTCOME_ERROR, after, holder);
        restore(x, &f);
    }
    return f.moved;
}

bool successors_by_commits(successors *x, process_ref process, const successors_sink *sink)
{
    x->sink = sink;
    x->stopped = false;
    const type_stores *stores = &x->rows->stores[shape_process(x->shape, process)->type];
    bool moved = false;
    x->error = (eval_state){0};
    if (guard_holds(x, (process_ref){NOBODY}, x->rows->program->commits_when) != OUTCOME_DONE)
        return false;
    for (uint32_t k = 0; k < x->rows->buffers->choices(stores->count, x->rows->bound) && !x->stopped; k++) {
        successors_frame here = {.shape = x->shape, .undo_mark = x->undos.count, .trail_mark = x->trail.count};
        uint32_t element;
        if (!commit_one(x, process, k, &element))
            continue;
        moved = true;
        push_step(x, (step){.kind = STEP_COMMIT, .process = process.index, .partner = -1, .element = element});
        settle(x, process);
        at_rest(x, 0);
        restore(x, &here);
    }
    return moved;
}

bool successors_initial(successors *x)
{
    const program *p = x->rows->program;
    x->shape = rows_root(x->rows);
    x->timeout = false;
    x->error = (eval_state){0};
    successors_reserve_slots(x);
    memset(x->slots, 0, x->shape->slot_count * sizeof *x->slots); /* channels are empty, also when this is not the first call */
    for (size_t i = 0; i < p->globals.count; i++)
        for (uint32_t e = 0; e < p->globals.data[i].count; e++)
            x->slots[p->globals.data[i].offset + e] = p->globals.data[i].initial ? p->globals.data[i].initial[e] : 0;
    for (size_t i = 0; i < p->start.count; i++)
        if (create_process(x, p->start.data[i], 0, NULL) != OUTCOME_DONE)
            return false;
    vec_clear(&x->undos);
    vec_clear(&x->trail);
    return true;
}

int32_t successors_value(successors *x, process_ref process, const expr *e)
{
    x->self = process;
    x->timeout = false;
    x->error = (eval_state){0};
    return value_of(x, e);
}

int32_t successors_condition(successors *x, const expr *e)
{
    return successors_value(x, (process_ref){NOBODY}, e);
}

bool successors_guard(successors *x, process_ref process, const expr *guard)
{
    x->timeout = false;
    x->error = (eval_state){0};
    return guard_holds(x, process, guard) == OUTCOME_DONE;
}

uint32_t successors_count_at(successors *x, const char *name)
{
    uint32_t count = 0;
    for (process_ref p = {0}; p.index < x->shape->process_count; p.index++) {
        uint32_t labelled;
        if (process_find_label(type_of(x, p), name, &labelled) && successors_node(x, p) == labelled)
            count++;
    }
    return count;
}

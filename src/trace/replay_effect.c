/* replay_effect.c: what expressions mean in a state, and what one effect does to it. */
#include <string.h>

#include "base/bug.h"
#include "trace/replay.h"

/* ---- Failing ---- */

replay_result replay_fail(replay *r, source_location where, const char *what)
{
    r->why = what;
    r->where = where;
    return STEP_ERROR;
}

replay_result replay_fail_eval(replay_actor *a)
{
    return replay_fail(a->r, a->error.where, eval_error_text(a->r->memory, &a->error));
}

static replay_result impossible(replay_actor *a, const char *why)
{
    a->r->why = why;
    return STEP_IMPOSSIBLE;
}

/* ---- Evaluation ---- */

static void note_read(replay_actor *a, uint32_t element, int32_t value, bool from_buffer)
{
    if (!a->seen)
        return;
    for (size_t i = 0; i < a->seen->reads.count; i++) {
        const trace_read *known = &a->seen->reads.data[i];
        if (known->element == element && known->value == value && known->from_buffer == from_buffer)
            return;
    }
    vec_push(&a->seen->reads, ((trace_read){.element = element, .value = value, .from_buffer = from_buffer}));
}

/* Not `buffered`: memory itself is looked at or written, whatever waits. */
static void note_use(const replay_actor *a, uint32_t element, bool buffered)
{
    uint32_t type = a->process == NOBODY ? EXEMPT_PROPERTY : a->s->processes.data[a->process].type;
    if (a->r->exempt)
        exempt_note_use(a->r->exempt, element, type, buffered);
}

static int32_t own_view(replay_actor *a, const variable *v, uint32_t element)
{
    note_use(a, element, true);
    if (a->process == NOBODY || v->class == VARIABLE_GHOST)
        return a->s->globals.data[element];
    bool from_buffer;
    int32_t value = replay_view(a->s, a->process, element, &from_buffer);
    note_read(a, element, value, from_buffer);
    return value;
}

/* The process of the expression's type with that number, or the oldest one where pid is negative; -1: none. */
static int64_t find_process(const replay_actor *a, const expr *e, int32_t pid)
{
    for (size_t i = 0; i < a->s->processes.count; i++) {
        int64_t number = (int64_t)i + a->r->program->pid_base;
        if (a->s->processes.data[i].type == e->process && (!e->pid || number == pid))
            return (int64_t)i;
    }
    return -1;
}

static int32_t is_at(const replay_actor *a, const expr *e, int32_t pid)
{
    for (size_t i = 0; i < a->s->processes.count; i++) {
        const replay_process *q = &a->s->processes.data[i];
        bool meant = q->type == e->process && (!e->pid || (int64_t)i + a->r->program->pid_base == pid);
        if (meant && q->node == (uint32_t)e->value)
            return 1;
    }
    return 0;
}

static int32_t remote_local(replay_actor *a, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    int64_t at = find_process(a, e, pid);
    if (at < 0) {
        state->error = e->value ? state->error : EVAL_NO_PROCESS;
        return 0;
    }
    const variable *v = &a->r->program->processes.data[e->process].locals.data[e->variable];
    return a->s->locals.data[a->s->processes.data[at].first_local + v->offset + (uint32_t)index];
}

static int32_t view_of_other(replay_actor *a, const expr *e, uint32_t element, int32_t pid)
{
    int64_t at = find_process(a, e, pid);
    bool from_buffer;
    note_use(a, element, false);
    return at < 0 ? a->s->globals.data[element] : replay_view(a->s, (uint32_t)at, element, &from_buffer);
}

static int32_t ask_channel(replay_actor *a, expr_kind question, int32_t number, eval_state *state)
{
    if (number < 1 || (size_t)number > a->s->channels.count) {
        state->error = EVAL_NO_CHANNEL;
        return 0;
    }
    const replay_channel *c = &a->s->channels.data[number - 1];
    if (question == EXPR_EMPTY)
        return c->count == 0;
    if (question == EXPR_NOT_EMPTY)
        return c->count > 0;
    if (question == EXPR_FULL)
        return c->count == c->type->capacity;
    if (question == EXPR_NOT_FULL)
        return c->count < c->type->capacity;
    return (int32_t)c->count;
}

static int64_t find_message(replay_actor *a, const effect *f, uint32_t channel_index);

static int32_t poll(replay_actor *a, const effect *f, eval_state *state)
{
    uint32_t index;
    replay_actor asking = {.r = a->r, .s = a->s, .process = a->process, .seen = a->seen};
    if (replay_find_channel(&asking, f, &index) != STEP_DONE) {
        *state = asking.error;
        return 0;
    }
    int64_t at = find_message(&asking, f, index);
    *state = asking.error;
    return at >= 0;
}

static int32_t memory_itself(const replay_actor *a, uint32_t element)
{
    note_use(a, element, false);
    return a->s->globals.data[element];
}

static int32_t leaf(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    replay_actor *a = data;
    const program *p = a->r->program;
    a->r->looked_out |= e->kind == EXPR_VIEW || e->kind == EXPR_REMOTE || e->kind == EXPR_AT || e->kind == EXPR_TIMEOUT;
    switch (e->kind) {
    case EXPR_GLOBAL: return own_view(a, &p->globals.data[e->variable], p->globals.data[e->variable].offset + (uint32_t)index);
    case EXPR_MEMORY: return memory_itself(a, p->globals.data[e->variable].offset + (uint32_t)index);
    case EXPR_VIEW: return view_of_other(a, e, p->globals.data[e->variable].offset + (uint32_t)index, pid);
    case EXPR_LOCAL: {
        CHECK(a->process != NOBODY);
        const replay_process *self = &a->s->processes.data[a->process];
        const variable *v = &p->processes.data[self->type].locals.data[e->variable];
        return a->s->locals.data[self->first_local + v->offset + (uint32_t)index];
    }
    case EXPR_REMOTE: return remote_local(a, e, index, pid, state);
    case EXPR_AT: return is_at(a, e, pid);
    case EXPR_PID: return (int32_t)(a->process + p->pid_base);
    case EXPR_PROCESS_COUNT: return (int32_t)(a->s->processes.count + p->pid_base);
    case EXPR_TIMEOUT: return a->s->timeout;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: return ask_channel(a, e->kind, index, state);
    case EXPR_POLL: return poll(a, e->poll, state);
    case EXPR_CONST:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
    case EXPR_BOUND: break;
    }
    BUG("not a leaf of an expression");
}

int32_t replay_eval(replay_actor *a, const expr *e)
{
    eval_source from = {.leaf = leaf, .data = a};
    return expr_eval(e, &from, &a->error);
}

/* ---- Assignment ---- */

static void note_write(replay_actor *a, uint32_t element, int32_t value, bool relaxed, bool buffered)
{
    note_use(a, element, buffered);
    if (!a->seen || (a->seen->element >= 0 && (a->seen->relaxed || !relaxed)))
        return;
    a->seen->element = element;
    a->seen->value = value;
    a->seen->relaxed = relaxed;
}

/* Where a second store to a location takes the place of the first: true when there is one pending. */
static bool overwrite(replay_actor *a, uint32_t element, int32_t value)
{
    int64_t before = machine_traits(a->r->machine)->overwrites ? replay_oldest(a->s, a->process, (int64_t)element) : -1;
    if (before >= 0) {
        a->s->pending.data[before].value = value;
        a->s->pending.data[before].step = a->r->step;
    }
    return before >= 0;
}

/* A store to a buffered element waits in the buffer; any other reaches memory in the same step. */
static replay_result store(replay_actor *a, uint32_t element, int32_t value, bool relaxed)
{
    if (!relaxed || !replay_is_buffered(a->r, element)) {
        a->s->globals.data[element] = value;
    } else if (replay_buffer_is_full(a->r, a->s, a->process, element)) {
        if (!a->r->machine.overflow_is_error)
            return impossible(a, "the store buffer is full");
        a->r->why = "a store met a full store buffer";
        return STEP_OVERFLOW;
    } else if (!overwrite(a, element, value)) {
        replay_pending added = {.process = a->process, .element = element, .value = value, .step = a->r->step};
        added.barriers = a->s->processes.data[a->process].barriers;
        vec_push(&a->s->pending, added);
    }
    note_write(a, element, value, relaxed, true);
    return STEP_DONE;
}

/* To memory at once: own stores that wait go before, or, where a store takes the place of another, the one to this element is lost. */
static replay_result write_atomically(replay_actor *a, uint32_t element, int32_t value)
{
    bool overwrites = machine_traits(a->r->machine)->overwrites;
    int64_t next;
    while ((next = replay_oldest(a->s, a->process, overwrites ? (int64_t)element : -1)) >= 0)
        replay_commit(a->s, (size_t)next); /* what it writes is written over */
    a->s->globals.data[element] = value;
    note_write(a, element, value, true, true);
    return STEP_DONE;
}

/* The element that a place names, counted within its variable; false after an error. */
static bool find_element(replay_actor *a, const place *target, const variable *v, uint32_t *element)
{
    int32_t index = target->index ? replay_eval(a, target->index) : 0;
    if (a->error.error == EVAL_OK && (index < 0 || (uint32_t)index >= v->count))
        a->error = (eval_state){.error = EVAL_INDEX, .where = target->where, .value = index, .limit = (int32_t)v->count};
    *element = (uint32_t)index;
    return a->error.error == EVAL_OK;
}

/* What is kept of a value where one of the type goes; false, and an error, where it must fit and does not. */
static bool is_kept(replay_actor *a, value_type type, int32_t *value, source_location where)
{
    bool kept = !a->r->program->checks_values || value_fits(type, *value);
    if (!kept)
        eval_fail_value(&a->error, type, *value, where);
    *value = value_wrap(type, *value);
    return kept;
}

static replay_result assign(replay_actor *a, const place *target, int32_t value)
{
    uint32_t element;
    const replay_process *self = &a->s->processes.data[a->process];
    switch (target->kind) {
    case PLACE_NONE: return STEP_DONE;
    case PLACE_LOCAL: {
        const variable *v = &a->r->program->processes.data[self->type].locals.data[target->variable];
        if (!find_element(a, target, v, &element) || !is_kept(a, v->type, &value, target->where))
            return replay_fail_eval(a);
        a->s->locals.data[self->first_local + v->offset + element] = value;
        return STEP_DONE;
    }
    case PLACE_GLOBAL: {
        const variable *v = &a->r->program->globals.data[target->variable];
        if (!find_element(a, target, v, &element) || !is_kept(a, v->type, &value, target->where))
            return replay_fail_eval(a);
        return target->is_atomic ? write_atomically(a, v->offset + element, value) : store(a, v->offset + element, value, v->class == VARIABLE_RELAXED);
    }
    }
    BUG("unknown kind of place");
}

static replay_result do_assign(replay_actor *a, const effect *f)
{
    int32_t value = replay_eval(a, f->value);
    return a->error.error == EVAL_OK ? assign(a, &f->target, value) : replay_fail_eval(a);
}

/* A global, in memory at once. */
static replay_result do_write_memory(replay_actor *a, const effect *f)
{
    uint32_t element;
    const variable *v = &a->r->program->globals.data[f->target.variable];
    int32_t value = replay_eval(a, f->value);
    if (a->error.error != EVAL_OK || !find_element(a, &f->target, v, &element))
        return replay_fail_eval(a);
    value = value_wrap(v->type, value);
    a->s->globals.data[v->offset + element] = value;
    note_write(a, v->offset + element, value, v->class == VARIABLE_RELAXED, false);
    return STEP_DONE;
}

/* ---- Fences and operations on memory ---- */

static replay_result drain(replay_actor *a, bool flush)
{
    while (flush && replay_oldest(a->s, a->process, -1) >= 0)
        replay_commit(a->s, (size_t)replay_oldest(a->s, a->process, -1));
    return replay_pending_count(a->s, a->process) ? impossible(a, "its store buffer is not empty") : STEP_DONE;
}

static replay_result do_sync(replay_actor *a, const effect *f)
{
    a->r->left_out = f->value ? (uint32_t)replay_eval(a, f->value) : 0;
    for (size_t i = 0; i < a->s->pending.count; i++)
        if (!sync_leaves_out(a->r->left_out, a->s->pending.data[i].process))
            return impossible(a, "a store buffer that it waits for is not empty");
    return STEP_DONE;
}

static replay_result do_atomic(replay_actor *a, const effect *f)
{
    uint32_t element;
    const variable *v = &a->r->program->globals.data[f->target.variable];
    replay_result drained = drain(a, f->flush);
    if (drained != STEP_DONE)
        return drained;
    int32_t value = replay_eval(a, f->value);
    int32_t expected = f->expected ? replay_eval(a, f->expected) : 0;
    if (a->error.error != EVAL_OK || !find_element(a, &f->target, v, &element))
        return replay_fail_eval(a);
    int32_t *cell = &a->s->globals.data[v->offset + element], old = *cell, answer = old;
    if (f->kind == EFFECT_FETCH_ADD)
        *cell = value_wrap(v->type, (int64_t)old + value);
    else if (f->kind == EFFECT_EXCHANGE)
        *cell = value_wrap(v->type, value);
    else if (old == expected)
        *cell = value_wrap(v->type, value);
    if (f->kind == EFFECT_CAS)
        answer = old == expected;
    note_write(a, v->offset + element, *cell, v->class == VARIABLE_RELAXED, true); /* the buffer is empty */
    return assign(a, &f->result, answer);
}

/* ---- Channels ---- */

replay_result replay_find_channel(replay_actor *a, const effect *f, uint32_t *index)
{
    int32_t number = replay_eval(a, f->channel);
    if (a->error.error != EVAL_OK)
        return replay_fail_eval(a);
    if (number < 1 || (size_t)number > a->s->channels.count) {
        a->error = (eval_state){.error = EVAL_NO_CHANNEL, .where = f->where};
        return replay_fail_eval(a);
    }
    *index = (uint32_t)number - 1;
    return STEP_DONE;
}

replay_result replay_build_message(replay_actor *a, const effect *f, const channel *type, int32_t *values)
{
    for (uint32_t i = 0; i < type->field_count; i++) {
        int32_t value = i < f->argument_count ? replay_eval(a, f->arguments[i]) : 0;
        if (a->error.error != EVAL_OK)
            return replay_fail_eval(a);
        if (!is_kept(a, type->fields[i], &value, f->where))
            return replay_fail_eval(a);
        values[i] = value;
    }
    return STEP_DONE;
}

/* Patterns that only match come first in time: all are judged before any place is filled. */
static bool fits(replay_actor *a, const effect *f, const int32_t *values)
{
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (f->patterns[i].match && (replay_eval(a, f->patterns[i].match) != values[i] || a->error.error != EVAL_OK))
            return false;
    return true;
}

static replay_result fill_places(replay_actor *a, const effect *f, const int32_t *values)
{
    for (uint32_t i = 0; i < f->argument_count; i++) {
        if (f->patterns[i].match)
            continue;
        replay_result assigned = assign(a, &f->patterns[i].target, values[i]);
        if (assigned != STEP_DONE)
            return assigned;
    }
    return STEP_DONE;
}

replay_result replay_take_message(replay_actor *a, const effect *f, const int32_t *values)
{
    if (!fits(a, f, values))
        return a->error.error == EVAL_OK ? impossible(a, "the message does not fit") : replay_fail_eval(a);
    return fill_places(a, f, values);
}

/* Which message a receive would take; -1: none (or an error). */
static int64_t find_message(replay_actor *a, const effect *f, uint32_t channel_index)
{
    uint32_t count = a->s->channels.data[channel_index].count, last = f->random || !count ? count : 1;
    for (uint32_t i = 0; i < last && a->error.error == EVAL_OK; i++)
        if (fits(a, f, replay_message(a->s, channel_index, i)))
            return i;
    return -1;
}

static bool is_before(const int32_t *a, const int32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

static replay_result do_send(replay_actor *a, const effect *f)
{
    uint32_t index;
    replay_result found = replay_find_channel(a, f, &index);
    if (found != STEP_DONE)
        return found;
    const replay_channel *c = &a->s->channels.data[index];
    if (c->type->capacity == 0)
        return impossible(a, "nobody receives");
    if (c->count == c->type->capacity)
        return impossible(a, "the channel is full");
    int32_t *values = ARENA_ARRAY(a->r->memory, int32_t, c->type->field_count + 1);
    replay_result built = replay_build_message(a, f, c->type, values);
    if (built != STEP_DONE)
        return built;
    uint32_t at = c->count;
    while (f->sorted && at > 0 && is_before(values, replay_message(a->s, index, at - 1), c->type->field_count))
        at--;
    replay_insert_message(a->s, index, at, values);
    return STEP_DONE;
}

static replay_result do_receive(replay_actor *a, const effect *f)
{
    uint32_t index;
    replay_result found = replay_find_channel(a, f, &index);
    if (found != STEP_DONE)
        return found;
    const channel *type = a->s->channels.data[index].type;
    if (type->capacity == 0)
        return impossible(a, "nobody sends");
    int64_t at = find_message(a, f, index);
    if (a->error.error != EVAL_OK)
        return replay_fail_eval(a);
    if (at < 0)
        return impossible(a, "no message fits");
    int32_t *values = ARENA_ARRAY(a->r->memory, int32_t, type->field_count + 1);
    memcpy(values, replay_message(a->s, index, (uint32_t)at), type->field_count * sizeof *values);
    if (!f->peek)
        replay_remove_message(a->s, index, (uint32_t)at); /* what it had to match was judged while it was there: that may look at the channel */
    return fill_places(a, f, values);
}

/* ---- Processes ---- */

replay_result replay_create(replay_actor *creator, uint32_t type, const int32_t *arguments, source_location where)
{
    replay *r = creator->r;
    replay_state *s = creator->s;
    const process_type *t = &r->program->processes.data[type];
    if (s->processes.count + r->program->pid_base >= PROGRAM_MAX_PROCESSES)
        return replay_fail(r, where, "more than 255 processes");
    replay_add_process(s, r->program, type);
    vec_last(&s->processes).instance = s->created.data[type]++;
    const replay_process born = vec_last(&s->processes);
    for (uint32_t i = 0; arguments && i < t->parameter_count; i++)
        s->locals.data[born.first_local + t->locals.data[i].offset] = value_wrap(t->locals.data[i].type, arguments[i]);
    for (uint32_t i = 0; i < t->channels.count; i++) {
        const channel *c = &t->channels.data[i];
        s->locals.data[born.first_local + t->locals.data[c->variable].offset + c->element] = (int32_t)(born.first_channel + i + 1);
    }
    replay_actor self = {.r = r, .s = s, .process = (uint32_t)s->processes.count - 1};
    for (size_t i = t->parameter_count; i < t->locals.count; i++) {
        const variable *v = &t->locals.data[i];
        for (uint32_t e = 0; v->initial && e < v->count; e++)
            s->locals.data[born.first_local + v->offset + e] = v->initial[e];
        for (uint32_t e = 0; v->initializer && e < v->count; e++) {
            int32_t value = replay_eval(&self, v->initializer);
            if (self.error.error != EVAL_OK)
                return replay_fail_eval(&self);
            s->locals.data[born.first_local + v->offset + e] = value_wrap(v->type, value);
        }
    }
    return STEP_DONE;
}

static replay_result do_run(replay_actor *a, const effect *f)
{
    replay_result drained = drain(a, f->flush);
    if (drained != STEP_DONE)
        return drained;
    int32_t *arguments = ARENA_ARRAY(a->r->memory, int32_t, f->argument_count + 1);
    for (uint32_t i = 0; i < f->argument_count; i++)
        arguments[i] = replay_eval(a, f->arguments[i]);
    if (a->error.error != EVAL_OK)
        return replay_fail_eval(a);
    replay_result created = replay_create(a, f->process, arguments, f->where);
    if (created != STEP_DONE)
        return created;
    return assign(a, &f->result, (int32_t)(a->s->processes.count - 1 + a->r->program->pid_base));
}

/* ---- Printing ---- */

static const variable *variable_of(const replay_actor *a, const expr *e)
{
    const process_type *t = &a->r->program->processes.data[a->s->processes.data[a->process].type];
    if (e->kind == EXPR_GLOBAL)
        return &a->r->program->globals.data[e->variable];
    return e->kind == EXPR_LOCAL ? &t->locals.data[e->variable] : NULL;
}

/* %e: by the variable's own set of names, else by the first set that has the value. */
static void print_mtype(const replay_actor *a, const expr *e, int32_t value, strbuf *out)
{
    const program *p = a->r->program;
    const variable *v = variable_of(a, e);
    variable named = {.is_mtype = true};
    if (v && v->is_mtype)
        named.mtype_set = v->mtype_set;
    else
        for (size_t i = p->mtypes.count; i-- > 0;)
            if (p->mtypes.data[i].value == value)
                named.mtype_set = p->mtypes.data[i].set;
    variable_value_text(p, &named, value, out);
}

/* Printing changes nothing and breaks nothing: what cannot be evaluated is shown as "?". */
static void print_argument(const replay_actor *a, char format, const expr *e, strbuf *out)
{
    replay_actor reader = {.r = a->r, .s = a->s, .process = a->process};
    bool before = a->r->looked_out;
    int32_t value = replay_eval(&reader, e);
    a->r->looked_out = before;
    if (reader.error.error != EVAL_OK) {
        strbuf_add_char(out, '?');
        return;
    }
    switch (format) {
    case 'c': strbuf_add_char(out, (char)value); break;
    case 'u': strbuf_printf(out, "%u", (uint32_t)value); break;
    case 'x': strbuf_printf(out, "%x", (uint32_t)value); break;
    case 'o': strbuf_printf(out, "%o", (uint32_t)value); break;
    case 'e':
    case 's': print_mtype(a, e, value, out); break;
    default: strbuf_printf(out, "%d", value); break;
    }
}

static replay_result do_print(replay_actor *a, const effect *f)
{
    uint32_t used = 0;
    for (const char *c = f->text; a->seen && *c; c++) {
        strbuf *out = &a->seen->printed;
        if (c[0] != '%' || !c[1]) {
            strbuf_add_char(out, *c);
            continue;
        }
        c++;
        if (*c == '%')
            strbuf_add_char(out, '%');
        else if (used < f->argument_count)
            print_argument(a, *c, f->arguments[used++], out);
    }
    return STEP_DONE;
}

/* ---- Any effect ---- */

static replay_result do_assert(replay_actor *a, const effect *f)
{
    int32_t value = replay_eval(a, f->value);
    if (a->error.error != EVAL_OK)
        return replay_fail_eval(a);
    if (!value && a->seen)
        vec_push(&a->seen->failed, f);
    return STEP_DONE;
}

replay_result replay_effect(replay_actor *a, const effect *f)
{
    switch (f->kind) {
    case EFFECT_ASSIGN: return do_assign(a, f);
    case EFFECT_WRITE_MEMORY: return do_write_memory(a, f);
    case EFFECT_FENCE: return drain(a, f->flush);
    case EFFECT_BARRIER: a->s->processes.data[a->process].barriers++; return STEP_DONE;
    case EFFECT_SYNC: return do_sync(a, f);
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE: return do_atomic(a, f);
    case EFFECT_ASSERT: return do_assert(a, f);
    case EFFECT_SEND: return do_send(a, f);
    case EFFECT_RECEIVE: return do_receive(a, f);
    case EFFECT_RUN: return do_run(a, f);
    case EFFECT_PRINT: return do_print(a, f);
    }
    BUG("unknown effect");
}

/* symmetry_kinds.c: where numbers of processes go, and whether anything but their being equal counts.
 *
 * Every expression has a kind: which values it may have. Slots of variables and of messages take in the kinds of all that is put there. What would tell processes
 * of a group apart (an order, arithmetic other than a constant added, a constant that is one of their numbers) fails for that group. No switch here has a default. */
#include "base/bug.h"
#include "program/symmetry_internal.h"

static const value_kind PLAIN = {.is_plain = true};

/* An atom tells this process from the others. */
static void name_process(inference *f, int64_t position)
{
    if (position >= 0 && position < (int64_t)f->program->start.count)
        f->named[position] = true;
}

/* Of an atom: it tells all processes of the groups apart. */
static void fail(inference *f, uint32_t groups, source_location where, const char *what)
{
    if (f->failed || !groups)
        return;
    for (uint32_t p = 0; f->named && p < f->program->start.count; p++)
        f->named[p] |= f->group_of[p] < SYMMETRY_MAX_GROUPS && (groups >> f->group_of[p] & 1);
    f->failed = f->named ? 0 : groups;
    f->why = where.line ? arena_printf(f->memory, "line %u %s", where.line, what) : what;
}

static value_kind constant(int32_t value)
{
    return (value_kind){.constant_count = 1, .constants = {value}};
}

static bool is_nothing(const value_kind *k)
{
    return !k->is_plain && !k->number.groups && !k->constant_count;
}

static bool is_constant(const value_kind *k)
{
    return !k->is_plain && !k->number.groups && k->constant_count == 1;
}

/* Is the value the number of a process of such a group? */
static bool is_number(const inference *f, number_kind number, int64_t value)
{
    for (uint32_t g = 0; g < f->group_count; g++) {
        int64_t first = (int64_t)number.base + f->groups[g].first;
        if ((number.groups >> g & 1) && value >= first && value < first + f->groups[g].count)
            return true;
    }
    return false;
}

static bool has_constant(const value_kind *k, int32_t value)
{
    for (uint32_t i = 0; i < k->constant_count; i++)
        if (k->constants[i] == value)
            return true;
    return false;
}

/* Adds what `more` has; true when that was something new. */
static bool take_in(inference *f, value_kind *into, const value_kind *more, source_location where, const char *name)
{
    bool changed = (more->is_plain && !into->is_plain) || (more->number.groups & ~into->number.groups);
    uint32_t groups = into->number.groups | more->number.groups;
    if (into->number.groups && more->number.groups && into->number.base != more->number.base)
        fail(f, groups, where, arena_printf(f->memory, "has numbers of processes with different offsets%s", name));
    if (!into->number.groups)
        into->number.base = more->number.base;
    into->number.groups = groups;
    into->is_plain |= more->is_plain;
    for (uint32_t i = 0; i < more->constant_count && !into->is_plain; i++) {
        if (has_constant(into, more->constants[i]))
            continue;
        changed = true;
        if (into->constant_count < KIND_CONSTANTS)
            into->constants[into->constant_count++] = more->constants[i];
        else
            into->is_plain = true;
    }
    if (into->is_plain && groups)
        fail(f, groups, where, arena_printf(f->memory, "has numbers of processes and other values%s", name));
    for (uint32_t i = 0; i < into->constant_count; i++)
        if (is_number(f, into->number, into->constants[i]) && f->named)
            name_process(f, (int64_t)into->constants[i] - into->number.base);
        else if (is_number(f, into->number, into->constants[i]))
            fail(f, groups, where, arena_printf(f->memory, "has %d, which is the number of one process%s", into->constants[i], name));
    return changed;
}

static void must_not_be_number(inference *f, const value_kind *k, source_location where, const char *what)
{
    fail(f, k->number.groups, where, what);
}

/* ---- Elements of arrays ---- */
enum { MAX_RANGES = SYMMETRY_MAX_GROUPS + KIND_CONSTANTS + 1 };

/* Slots that an index may reach. */
typedef struct slot_ranges {
    uint32_t count, first[MAX_RANGES], end[MAX_RANGES];
} slot_ranges;

static void add_range(inference *f, kind_slot *slots, slot_ranges *out, uint32_t first, uint32_t end, source_location where)
{
    out->first[out->count] = first;
    out->end[out->count++] = end;
    for (uint32_t i = first; i < end; i++)
        if (slots[i].is_owned && slots[i].is_named)
            fail(f, UINT32_MAX >> (32 - f->group_count), where, "reaches the element of a process by a number that is not the process's");
}

static void add_named(inference *f, kind_slot *slots, slot_ranges *out, uint32_t first, uint32_t end, source_location where)
{
    for (uint32_t i = first; i < end; i++) {
        if (f->named && slots[i].is_owned)
            name_process(f, (int64_t)i - slots[i].first);
        f->changed |= !slots[i].is_named;
        slots[i].is_named |= !f->named;
    }
    add_range(f, slots, out, first, end, where);
}

/* The elements of the processes of one group. */
static void add_owned(inference *f, kind_slot *slots, uint32_t count, slot_ranges *out, int32_t base, const symmetry_group *g, uint32_t bit, source_location where)
{
    int64_t first = (int64_t)base + g->first, end = first + g->count;
    if (end <= 0 || first >= (int64_t)count)
        return; /* an index out of range, for all of them */
    if (first < 0 || end > (int64_t)count) {
        fail(f, bit, where, "indexes an array that has elements for some of the processes only");
        return;
    }
    for (int64_t i = first; i < end; i++) {
        if (slots[i].is_owned && slots[i].first != base)
            fail(f, bit, where, "reaches one element as that of two processes");
        if (f->named && !slots[i].is_owned) {
            fail(f, bit, where, "reaches an element as that of a process which the program does not");
            continue;
        }
        f->changed |= !slots[i].is_owned;
        slots[i].is_owned = true;
        slots[i].first = base;
    }
    add_range(f, slots, out, (uint32_t)first, (uint32_t)end, where);
}

static slot_ranges reach(inference *f, kind_slot *slots, uint32_t count, const value_kind *index, source_location where)
{
    slot_ranges out = {0};
    if (index->is_plain) {
        add_named(f, slots, &out, 0, count, where);
        return out;
    }
    for (uint32_t i = 0; i < index->constant_count; i++)
        if (index->constants[i] >= 0 && (uint32_t)index->constants[i] < count)
            add_named(f, slots, &out, (uint32_t)index->constants[i], (uint32_t)index->constants[i] + 1, where);
    for (uint32_t g = 0; g < f->group_count; g++)
        if (index->number.groups >> g & 1)
            add_owned(f, slots, count, &out, index->number.base, &f->groups[g], 1u << g, where);
    return out;
}

static value_kind read_slots(inference *f, const kind_slot *slots, const slot_ranges *at, source_location where)
{
    value_kind all = {0};
    for (uint32_t r = 0; r < at->count; r++)
        for (uint32_t i = at->first[r]; i < at->end[r]; i++)
            take_in(f, &all, &slots[i].kind, where, "");
    return all;
}

/* ---- Expressions ---- */
static value_kind kind_of(inference *f, const expr *e);

static void must_be_truth(inference *f, const expr *e)
{
    if (!e)
        return;
    value_kind k = kind_of(f, e);
    if (is_number(f, k.number, 0))
        must_not_be_number(f, &k, e->where, "takes the number of a process for true or false");
}

/* The two may be compared for equality. */
static void must_compare(inference *f, const value_kind *a, const value_kind *b, source_location where)
{
    value_kind both = *a;
    if (a->number.groups || b->number.groups)
        take_in(f, &both, b, where, "");
}

static value_kind shifted(inference *f, const value_kind *a, int64_t by, source_location where)
{
    enum { FAR = 1000000 };
    value_kind k = *a;
    if (by < -FAR || by > FAR || a->number.base < -FAR || a->number.base > FAR)
        must_not_be_number(f, a, where, "adds a large constant to the number of a process");
    k.number.base = (int32_t)(k.number.base + by);
    for (uint32_t i = 0; i < k.constant_count; i++)
        k.constants[i] = (int32_t)((uint32_t)k.constants[i] + (uint32_t)by);
    return k;
}

static value_kind kind_of_arithmetic(inference *f, const expr *e, const value_kind *a, const value_kind *b)
{
    if (is_constant(a) && is_constant(b)) {
        bool ok = true;
        int32_t value = op_apply(e->op, a->constants[0], b->constants[0], &ok);
        return ok ? constant(value) : (value_kind){0};
    }
    if (e->op == OP_ADD && a->number.groups && is_constant(b))
        return shifted(f, a, b->constants[0], e->where);
    if (e->op == OP_ADD && b->number.groups && is_constant(a))
        return shifted(f, b, a->constants[0], e->where);
    if (e->op == OP_SUBTRACT && a->number.groups && is_constant(b))
        return shifted(f, a, -(int64_t)b->constants[0], e->where);
    if (is_nothing(a) || is_nothing(b))
        return (value_kind){0};
    bool is_order = e->op >= OP_LESS && e->op <= OP_GREATER_EQUAL;
    const char *what = arena_printf(f->memory, is_order ? "compares numbers of processes by %s" : "calculates with numbers of processes: %s", op_text(e->op));
    must_not_be_number(f, a, e->where, what);
    must_not_be_number(f, b, e->where, what);
    return PLAIN;
}

static value_kind kind_of_binary(inference *f, const expr *e)
{
    if (e->op == OP_AND || e->op == OP_OR) {
        must_be_truth(f, e->a);
        must_be_truth(f, e->b);
        return PLAIN;
    }
    value_kind a = kind_of(f, e->a), b = kind_of(f, e->b);
    if (e->op != OP_EQUAL && e->op != OP_NOT_EQUAL)
        return kind_of_arithmetic(f, e, &a, &b);
    must_compare(f, &a, &b, e->where);
    return PLAIN;
}

static value_kind kind_of_unary(inference *f, const expr *e)
{
    if (e->op == OP_NOT) {
        must_be_truth(f, e->a);
        return PLAIN;
    }
    value_kind a = kind_of(f, e->a);
    if (is_constant(&a)) {
        bool ok = true;
        return constant(op_apply(e->op, a.constants[0], 0, &ok));
    }
    must_not_be_number(f, &a, e->where, "calculates with numbers of processes");
    return is_nothing(&a) ? a : PLAIN;
}

/* A number that is out of range is so for all processes of a group. */
static value_kind kind_of_bound(inference *f, const expr *e)
{
    value_kind k = kind_of(f, e->a);
    for (uint32_t g = 0; g < f->group_count; g++) {
        int64_t first = (int64_t)k.number.base + f->groups[g].first, end = first + f->groups[g].count;
        if ((k.number.groups >> g & 1) && end > 0 && first < e->value && (first < 0 || end > e->value))
            fail(f, 1u << g, e->where, "indexes an array that has elements for some of the processes only");
    }
    return k;
}

static value_kind kind_of_index(inference *f, const expr *index)
{
    return index ? kind_of(f, index) : constant(0);
}

static value_kind kind_of_own_number(inference *f)
{
    const program *p = f->program;
    uint32_t type = f->type ? (uint32_t)(f->type - p->processes.data) : UINT32_MAX, at = 0;
    if (!f->type || !f->instances[type])
        return PLAIN;
    while (p->start.data[at] != type)
        at++;
    if (f->group_of[at] < SYMMETRY_MAX_GROUPS)
        return (value_kind){.number = {1u << f->group_of[at], (int32_t)p->pid_base}};
    bool is_only = f->instances[type] == 1 && !index_set_has(&f->footprints->all.created, type);
    return is_only ? constant((int32_t)(p->pid_base + at)) : PLAIN;
}

/* Which process of a type is meant. */
static void must_name(inference *f, const expr *e)
{
    value_kind k = e->pid ? kind_of(f, e->pid) : (value_kind){0};
    for (uint32_t g = 0; g < f->group_count; g++) {
        if (f->groups[g].type != e->process)
            continue;
        value_kind number = {.number = {1u << g, (int32_t)f->program->pid_base}};
        if (e->pid)
            take_in(f, &number, &k, e->where, "");
        else if (e->kind != EXPR_AT && f->named)
            name_process(f, f->groups[g].first);
        else if (e->kind != EXPR_AT)
            fail(f, 1u << g, e->where, "looks at the first process of the type");
    }
}

static value_kind kind_of_remote(inference *f, const expr *e)
{
    const variable *v = &f->program->processes.data[e->process].locals.data[e->variable];
    value_kind index = kind_of_index(f, e->index), missing = constant(0);
    kind_slot *slots = f->locals[e->process] + v->offset;
    must_name(f, e);
    slot_ranges at = reach(f, slots, v->count, &index, e->where);
    value_kind k = read_slots(f, slots, &at, e->where);
    if (e->value)
        take_in(f, &k, &missing, e->where, "");
    return k;
}

static value_kind kind_of_global(inference *f, const expr *e)
{
    const variable *v = &f->program->globals.data[e->variable];
    value_kind index = kind_of_index(f, e->index);
    kind_slot *slots = f->globals + v->offset;
    slot_ranges at = reach(f, slots, v->count, &index, e->where);
    return read_slots(f, slots, &at, e->where);
}

static value_kind kind_of_local(inference *f, const expr *e)
{
    CHECK(f->type);
    const variable *v = &f->type->locals.data[e->variable];
    value_kind index = kind_of_index(f, e->index);
    kind_slot *slots = f->locals[f->type - f->program->processes.data] + v->offset;
    slot_ranges at = reach(f, slots, v->count, &index, e->where);
    return read_slots(f, slots, &at, e->where);
}

static slot_ranges reach_channels(inference *f, const expr *by)
{
    value_kind number = kind_of(f, by);
    return reach(f, f->channels, (uint32_t)f->program->channels.count + 1, &number, by->where);
}

/* A field of all channels that may be meant. */
static value_kind read_field(inference *f, const slot_ranges *at, uint32_t field, source_location where)
{
    value_kind all = {0};
    for (uint32_t r = 0; r < at->count; r++)
        for (uint32_t c = at->first[r]; c < at->end[r]; c++)
            if (c && field < f->program->channels.data[c - 1].field_count)
                take_in(f, &all, &f->fields[c - 1][field].kind, where, "");
    return all;
}

static void must_match(inference *f, const slot_ranges *at, uint32_t field, const expr *match)
{
    value_kind wanted = kind_of(f, match), held = read_field(f, at, field, match->where);
    must_compare(f, &wanted, &held, match->where);
}

static void look_at_poll(inference *f, const effect *poll)
{
    slot_ranges at = reach_channels(f, poll->channel);
    for (uint32_t i = 0; i < poll->argument_count; i++)
        if (poll->patterns[i].match)
            must_match(f, &at, i, poll->patterns[i].match);
}

static value_kind kind_of(inference *f, const expr *e)
{
    switch (e->kind) {
    case EXPR_CONST: return constant(e->value);
    case EXPR_GLOBAL:
    case EXPR_MEMORY: return kind_of_global(f, e);
    case EXPR_VIEW: must_name(f, e); return kind_of_global(f, e);
    case EXPR_LOCAL: return kind_of_local(f, e);
    case EXPR_REMOTE: return kind_of_remote(f, e);
    case EXPR_AT: must_name(f, e); return PLAIN;
    case EXPR_UNARY: return kind_of_unary(f, e);
    case EXPR_BINARY: return kind_of_binary(f, e);
    case EXPR_CONDITIONAL: {
        must_be_truth(f, e->a);
        value_kind k = kind_of(f, e->b), other = kind_of(f, e->c);
        take_in(f, &k, &other, e->where, "");
        return k;
    }
    case EXPR_BOUND: return kind_of_bound(f, e);
    case EXPR_PID: return kind_of_own_number(f);
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT: return PLAIN;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: reach_channels(f, e->a); return PLAIN;
    case EXPR_POLL: look_at_poll(f, e->poll); return PLAIN;
    }
    BUG("unknown kind of expression");
}

/* ---- Effects ---- */
/* The value as a variable or a field of the type keeps it. */
static value_kind kept_as(inference *f, value_type type, const value_kind *k, source_location where)
{
    value_kind kept = *k;
    for (uint32_t i = 0; i < kept.constant_count; i++)
        kept.constants[i] = value_wrap(type, kept.constants[i]);
    for (uint32_t g = 0; g < f->group_count; g++) {
        int32_t first = k->number.base + (int32_t)f->groups[g].first;
        if ((k->number.groups >> g & 1) && !(value_fits(type, first) && value_fits(type, first + (int32_t)f->groups[g].count - 1)))
            fail(f, 1u << g, where, "keeps the number of a process where it does not fit");
    }
    return kept;
}

static const variable *written_variable(const inference *f, const place *target, kind_slot **slots)
{
    bool is_local = target->kind == PLACE_LOCAL;
    const variable *v = is_local ? &f->type->locals.data[target->variable] : &f->program->globals.data[target->variable];
    *slots = (is_local ? f->locals[f->type - f->program->processes.data] : f->globals) + v->offset;
    return v;
}

static void write_place(inference *f, const place *target, const value_kind *k)
{
    if (target->kind == PLACE_NONE)
        return;
    kind_slot *slots;
    const variable *v = written_variable(f, target, &slots);
    value_kind index = kind_of_index(f, target->index), kept = kept_as(f, v->type, k, target->where);
    slot_ranges at = reach(f, slots, v->count, &index, target->where);
    const char *name = arena_printf(f->memory, " in %s", v->name);
    for (uint32_t r = 0; r < at.count; r++)
        for (uint32_t i = at.first[r]; i < at.end[r]; i++)
            f->changed |= take_in(f, &slots[i].kind, &kept, target->where, name);
}

static value_kind read_place(inference *f, const place *target)
{
    kind_slot *slots;
    const variable *v = written_variable(f, target, &slots);
    value_kind index = kind_of_index(f, target->index);
    slot_ranges at = reach(f, slots, v->count, &index, target->where);
    return read_slots(f, slots, &at, target->where);
}

static void look_at_send(inference *f, const effect *e)
{
    slot_ranges at = reach_channels(f, e->channel);
    for (uint32_t i = 0; i < e->argument_count; i++) {
        value_kind k = kind_of(f, e->arguments[i]);
        for (uint32_t r = 0; r < at.count; r++)
            for (uint32_t c = at.first[r]; c < at.end[r]; c++) {
                if (!c || i >= f->program->channels.data[c - 1].field_count)
                    continue;
                value_kind kept = kept_as(f, f->program->channels.data[c - 1].fields[i], &k, e->where);
                f->changed |= take_in(f, &f->fields[c - 1][i].kind, &kept, e->where, " in a message");
                if (e->sorted)
                    must_not_be_number(f, &f->fields[c - 1][i].kind, e->where, "sorts messages by the numbers of processes");
            }
    }
}

static void look_at_receive(inference *f, const effect *e)
{
    slot_ranges at = reach_channels(f, e->channel);
    for (uint32_t i = 0; i < e->argument_count; i++) {
        if (e->patterns[i].match) {
            must_match(f, &at, i, e->patterns[i].match);
        } else {
            value_kind k = read_field(f, &at, i, e->where);
            write_place(f, &e->patterns[i].target, &k);
        }
    }
}

static void look_at_run(inference *f, const effect *e)
{
    const process_type *t = &f->program->processes.data[e->process];
    for (uint32_t i = 0; i < e->argument_count; i++) {
        value_kind k = kind_of(f, e->arguments[i]);
        for (uint32_t c = 0; i < t->parameter_count && c < t->locals.data[i].count; c++) {
            value_kind kept = kept_as(f, t->locals.data[i].type, &k, e->where);
            f->changed |= take_in(f, &f->locals[e->process][t->locals.data[i].offset + c].kind, &kept, e->where, " in a parameter");
        }
    }
    write_place(f, &e->result, &PLAIN);
}

static void look_at_locked(inference *f, const effect *e)
{
    value_kind old = read_place(f, &e->target), value = kind_of(f, e->value);
    if (e->kind == EFFECT_EXCHANGE) {
        write_place(f, &e->target, &value);
        write_place(f, &e->result, &old);
        return;
    }
    if (effect_compares(e->kind)) {
        value_kind expected = kind_of(f, e->expected);
        must_compare(f, &old, &expected, e->where);
        write_place(f, &e->target, &value);
    } else {
        must_not_be_number(f, &value, e->where, "calculates with numbers of processes");
        write_place(f, &e->target, &PLAIN);
    }
    write_place(f, &e->result, e->kind == EFFECT_COMPARE_EXCHANGE ? &old : &PLAIN);
}

static void look_at_effect(inference *f, const effect *e)
{
    switch (e->kind) {
    case EFFECT_ASSIGN:
    case EFFECT_WRITE_MEMORY: {
        value_kind k = kind_of(f, e->value);
        write_place(f, &e->target, &k);
        return;
    }
    case EFFECT_SYNC:
        if (e->value)
            fail(f, f->group_count ? UINT32_MAX >> (SYMMETRY_MAX_GROUPS - f->group_count) : 0, e->where, "tells processes apart by their numbers (membarrier)");
        return;
    case EFFECT_FENCE:
    case EFFECT_BARRIER:
    case EFFECT_PRINT: return; /* what is shown is of no account */
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE: look_at_locked(f, e); return;
    case EFFECT_ASSERT: must_be_truth(f, e->value); return;
    case EFFECT_SEND: look_at_send(f, e); return;
    case EFFECT_RECEIVE: look_at_receive(f, e); return;
    case EFFECT_RUN: look_at_run(f, e); return;
    }
    BUG("unknown effect");
}

/* ---- Initial values ---- */
/* Elements of one process each start alike, or each as the number of its process. */
static void start_owned(inference *f, const kind_slot *slot, const variable *v, uint32_t element, value_kind *k)
{
    const symmetry_group *g = f->groups;
    while (slot->first + (int32_t)g->first > (int32_t)element || slot->first + (int32_t)(g->first + g->count) <= (int32_t)element)
        g++;
    uint32_t first = (uint32_t)(slot->first + (int32_t)g->first);
    bool alike = true, numbered = true;
    for (uint32_t i = 1; i < g->count; i++) {
        alike &= v->initial[first + i] == v->initial[first];
        numbered &= v->initial[first + i] == v->initial[first] + (int32_t)i;
    }
    if (numbered && g->count > 1)
        *k = (value_kind){.number = {1u << (g - f->groups), v->initial[first] - (int32_t)g->first}};
    else if (!alike)
        fail(f, 1u << (g - f->groups), v->where, arena_printf(f->memory, "lets elements of %s start with different values", v->name));
}

static void look_at_start(inference *f, kind_slot *slots, const variable *v)
{
    const char *name = arena_printf(f->memory, " in %s", v->name);
    for (uint32_t i = 0; i < v->count && !f->failed; i++) {
        value_kind k = constant(v->initial ? v->initial[i] : 0);
        if (slots[v->offset + i].is_owned && v->initial)
            start_owned(f, &slots[v->offset + i], v, i, &k);
        f->changed |= take_in(f, &slots[v->offset + i].kind, &k, v->where, name);
    }
}

static void look_at_local_start(inference *f, uint32_t type, uint32_t local, bool with_initials)
{
    const variable *v = &f->type->locals.data[local];
    if (v->initializer) {
        value_kind k = kind_of(f, v->initializer), kept = kept_as(f, v->type, &k, v->where);
        for (uint32_t i = 0; i < v->count; i++)
            f->changed |= take_in(f, &f->locals[type][v->offset + i].kind, &kept, v->where, arena_printf(f->memory, " in %s", v->name));
    } else if (with_initials && !f->starts_unread[type][local]) {
        look_at_start(f, f->locals[type], v);
    }
}

/* ---- All ---- */
/* Channels that are permuted are made alike. */
static void look_at_channels(inference *f)
{
    for (uint32_t c = 1; c <= f->program->channels.count; c++) {
        const channel *a = &f->program->channels.data[c - 1], *b = a - 1;
        if (c < 2 || !f->channels[c].is_owned || !f->channels[c - 1].is_owned)
            continue;
        bool alike = a->capacity == b->capacity && a->field_count == b->field_count;
        for (uint32_t i = 0; i < a->field_count && alike; i++)
            alike = a->fields[i].bits == b->fields[i].bits && a->fields[i].is_signed == b->fields[i].is_signed;
        if (!alike)
            fail(f, UINT32_MAX >> (32 - f->group_count), a->where, "has channels of different processes that are not alike");
    }
}

void inference_pass(inference *f, const expr *const *conditions, size_t condition_count, bool with_initials)
{
    const program *p = f->program;
    for (uint32_t i = 0; i < p->globals.count && with_initials; i++)
        look_at_start(f, f->globals, &p->globals.data[i]);
    for (uint32_t t = 0; t < p->processes.count; t++) {
        f->type = &p->processes.data[t];
        for (uint32_t i = 0; i < f->type->locals.count && !f->failed; i++)
            look_at_local_start(f, t, i, with_initials);
        must_be_truth(f, f->type->provided);
        for (size_t i = 0; i < f->type->edges.count && !f->failed; i++) {
            const edge *e = &f->type->edges.data[i];
            must_be_truth(f, e->guard);
            for (uint32_t k = 0; k < e->effect_count; k++)
                look_at_effect(f, &e->effects[k]);
        }
    }
    f->type = NULL;
    must_be_truth(f, p->commits_when);
    for (size_t i = 0; i < condition_count && !f->failed; i++)
        must_be_truth(f, conditions[i]);
    look_at_channels(f);
}

void inference_name(inference *f, const expr *atom)
{
    f->type = NULL;
    must_be_truth(f, atom);
}

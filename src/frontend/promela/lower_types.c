/* lower_types.c: declarations become variables and channels.
 *
 * A struct is flattened: member `next` of the array `s` is one variable "s[].next" whose first dimension is that of s. The variables
 * of one declaration follow each other, so that a name and a range of variables are enough to resolve s[i].next. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower.h"

/* ---- Constants ---- */

typedef struct constant_source {
    lowering *l;
    bool failed;
} constant_source;

/* An initialiser may read globals declared before: it sees their initial values. */
static int32_t constant_leaf(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    (void)pid;
    (void)state;
    constant_source *c = data;
    if (e->kind != EXPR_GLOBAL) {
        c->failed = true;
        return 0;
    }
    const variable *v = &c->l->program->globals.data[e->variable];
    return v->initial && (uint32_t)index < v->count ? v->initial[index] : 0;
}

bool types_constant(lowering *l, const ast_expr *e, const char *what, int32_t *value)
{
    unsigned errors = l->diag->error_count;
    const expr *lowered = lower_expr(l, e);
    constant_source c = {.l = l};
    eval_source values = {.leaf = constant_leaf, .data = &c};
    eval_state state = {0};
    *value = expr_eval(lowered, &values, &state);
    if (l->diag->error_count != errors)
        return false;
    if (state.error != EVAL_OK)
        diag_error(l->diag, e->where, "%s must be a constant: %s", what, eval_error_text(l->scratch, &state));
    else if (c.failed)
        diag_error(l->diag, e->where, "%s must be a constant", what);
    return !c.failed && state.error == EVAL_OK;
}

/* A number that must not depend on variables at all: sizes, counts, capacities. */
static bool literal_constant(lowering *l, const ast_expr *e, const char *what, int32_t *value)
{
    unsigned errors = l->diag->error_count;
    const expr *lowered = lower_expr(l, e);
    if (l->diag->error_count != errors)
        return false;
    if (expr_is_const(lowered, value))
        return true;
    diag_error(l->diag, e->where, "%s must be a constant", what);
    return false;
}

/* ---- Types ---- */

uint32_t types_mtype_set(lowering *l, const char *name)
{
    if (!name)
        return 0;
    for (size_t i = 0; i < l->mtype_sets.count; i++)
        if (!strcmp(l->mtype_sets.data[i], name))
            return (uint32_t)i + 1;
    vec_push(&l->mtype_sets, name);
    return (uint32_t)l->mtype_sets.count;
}

/* The names of one declaration count downwards from the number of names that their set has by then. */
void types_declare_mtypes(lowering *l)
{
    VEC(int32_t) sizes = {0};
    for (const ast_mtype *m = l->file->mtypes; m;) {
        uint32_t set = types_mtype_set(l, m->set);
        while (sizes.count <= set)
            vec_push(&sizes, 0);
        const ast_mtype *stop = m->next;
        int32_t value = sizes.data[set] + 1;
        for (; stop && !stop->starts_declaration && types_mtype_set(l, stop->set) == set; stop = stop->next)
            value++;
        sizes.data[set] = value;
        if (value > 255)
            diag_error(l->diag, m->where, "more than 255 names in one mtype set");
        for (; m != stop; m = m->next, value--) {
            mtype_name named = {.set = set, .value = value, .name = arena_strdup(l->program->memory, m->name)};
            vec_push(&l->program->mtypes, named);
            symbol_add_global(l, (symbol){.name = named.name, .kind = SYMBOL_MTYPE, .value = value, .where = m->where});
        }
    }
    vec_release(&sizes);
}

const ast_typedef *types_find_typedef(const lowering *l, const char *name)
{
    for (const ast_typedef *t = l->file->typedefs; t; t = t->next)
        if (!strcmp(t->name, name))
            return t;
    return NULL;
}

static void report_unknown_type(lowering *l, const ast_type *type)
{
    VEC(const char *) names = {0};
    for (const ast_typedef *t = l->file->typedefs; t; t = t->next)
        vec_push(&names, t->name);
    diag_error(l->diag, type->where, "there is no type %s%s", type->name, names_hint(l->scratch, type->name, names.data, names.count));
    vec_release(&names);
}

static value_type scalar_type(ast_type_kind kind)
{
    switch (kind) {
    case AST_BIT:
    case AST_BOOL: return (value_type){1, false};
    case AST_SHORT: return (value_type){16, true};
    case AST_INT: return (value_type){32, true};
    case AST_BYTE:
    case AST_MTYPE:
    case AST_CHAN:
    case AST_PIDTYPE: return (value_type){8, false};
    case AST_UNSIGNED:
    case AST_STRUCT: break;
    }
    BUG("not a scalar type");
}

static bool declared_type(lowering *l, const ast_decl *decl, value_type *type)
{
    if (decl->type.kind != AST_UNSIGNED) {
        *type = scalar_type(decl->type.kind);
        return true;
    }
    int32_t width = 0;
    if (!decl->unsigned_width) {
        diag_error(l->diag, decl->where, "unsigned %s needs a width, as in `unsigned %s : 3`", decl->name, decl->name);
        return false;
    }
    if (!literal_constant(l, decl->unsigned_width, "the width", &width))
        return false;
    if (width < 1 || width > 32) {
        diag_error(l->diag, decl->unsigned_width->where, "an unsigned has 1 to 32 bits, not %d", width);
        return false;
    }
    *type = (value_type){(uint8_t)width, false};
    return true;
}

/* ---- Flattening ---- */

typedef struct flattening {
    lowering *l;
    flat_list *out;
    bool is_member;
    uint32_t depth;
    variable outer; /* name and dimensions of what is around */
} flattening;

static bool flatten(flattening around, const ast_decl *decl);

/* Takes the declaration's own dimension into `v`; false after an error. */
static bool add_dimension(lowering *l, const ast_decl *decl, variable *v)
{
    int32_t size = 1;
    if (!decl->array)
        return true;
    if (!literal_constant(l, decl->array, "the number of elements", &size))
        return false;
    if (size < 1) {
        diag_error(l->diag, decl->array->where, "array %s needs at least one element, not %d", decl->name, size);
        return false;
    }
    if (v->dimensions == VARIABLE_MAX_DIMENSIONS) {
        diag_error(l->diag, decl->where, "%s: arrays of structs are nested more than %d deep", decl->name, VARIABLE_MAX_DIMENSIONS);
        return false;
    }
    if ((uint64_t)v->count * (uint64_t)size > LOWER_MAX_ELEMENTS) {
        diag_error(l->diag, decl->array->where, "array %s is too large: at most %d elements are possible", decl->name, LOWER_MAX_ELEMENTS);
        return false;
    }
    v->dimension[v->dimensions++] = (uint32_t)size;
    v->count *= (uint32_t)size;
    return true;
}

static bool flatten_members(flattening around, const ast_decl *decl, const ast_typedef *type)
{
    bool good = true;
    around.is_member = true;
    if (++around.depth > 16) {
        diag_error(around.l->diag, decl->type.where, "typedef %s contains itself, or structs are nested more than 16 deep", type->name);
        return false;
    }
    for (const ast_decl *m = type->members; m && good; m = m->next)
        good = flatten(around, m);
    return good;
}

static bool flatten(flattening around, const ast_decl *decl)
{
    lowering *l = around.l;
    variable v = around.outer;
    v.name = around.is_member ? arena_printf(l->scratch, "%s.%s", v.name, decl->name) : decl->name;
    if (!add_dimension(l, decl, &v))
        return false;
    if (decl->type.kind == AST_STRUCT) {
        const ast_typedef *type = types_find_typedef(l, decl->type.name);
        if (!type) {
            report_unknown_type(l, &decl->type);
            return false;
        }
        if (decl->initializer) {
            diag_error(l->diag, decl->initializer->where, "a struct has no initialiser; give one to the members in typedef %s", type->name);
            return false;
        }
        if (decl->array)
            v.name = arena_printf(l->scratch, "%s[]", v.name);
        around.outer = v;
        return flatten_members(around, decl, type);
    }
    if (!declared_type(l, decl, &v.type))
        return false;
    v.is_mtype = decl->type.kind == AST_MTYPE;
    v.mtype_set = v.is_mtype ? types_mtype_set(l, decl->type.name) : 0;
    v.is_channel = decl->type.kind == AST_CHAN;
    v.name = arena_strdup(l->program->memory, v.name);
    v.where = decl->where;
    if (around.out->count >= LOWER_MAX_VARIABLES) {
        diag_error(l->diag, decl->where, "more than %d variables", LOWER_MAX_VARIABLES);
        return false;
    }
    flat_variable flat = {.variable = v, .decl = decl};
    vec_push(around.out, flat);
    return true;
}

bool types_flatten(lowering *l, const ast_decl *decl, flat_list *out)
{
    flattening top = {.l = l, .out = out, .outer = {.count = 1, .name = decl->name}};
    return flatten(top, decl);
}

/* ---- Channels ---- */

typedef struct message_fields {
    VEC(value_type) types;
    VEC(bool) are_mtypes;
    VEC(uint32_t) sets;
} message_fields;

static bool add_field(lowering *l, const ast_type *type, message_fields *fields)
{
    if (type->kind == AST_UNSIGNED) {
        diag_error(l->diag, type->where, "a message field cannot be unsigned; use byte, short or int");
        return false;
    }
    ast_decl field = {.type = *type, .name = "field", .where = type->where};
    flat_list flat = {0};
    bool good = types_flatten(l, &field, &flat);
    for (size_t i = 0; good && i < flat.count; i++)
        for (uint32_t k = 0; k < flat.data[i].variable.count && fields->types.count <= LOWER_MAX_FIELDS; k++) {
            vec_push(&fields->types, flat.data[i].variable.type);
            vec_push(&fields->are_mtypes, flat.data[i].variable.is_mtype);
            vec_push(&fields->sets, flat.data[i].variable.mtype_set);
        }
    vec_release(&flat);
    return good;
}

static bool channel_fields(lowering *l, const ast_decl *decl, message_fields *fields)
{
    for (const ast_type *t = decl->fields; t; t = t->next)
        if (!add_field(l, t, fields))
            return false;
    if (fields->types.count >= 1 && fields->types.count <= LOWER_MAX_FIELDS)
        return true;
    diag_error(l->diag, decl->where, "a channel has 1 to %d message fields", LOWER_MAX_FIELDS);
    return false;
}

/* The channel that every element of the variable starts with; name and element are left to the caller. */
static bool channel_template(lowering *l, const ast_decl *decl, channel *made)
{
    int32_t capacity = 0;
    message_fields fields = {0};
    bool good = literal_constant(l, decl->capacity, "the capacity", &capacity) && channel_fields(l, decl, &fields);
    if (good && (capacity < 0 || capacity > 255)) {
        diag_error(l->diag, decl->capacity->where, "a channel holds 0 to 255 messages, not %d", capacity);
        good = false;
    }
    if (good) {
        arena *memory = l->program->memory;
        size_t count = fields.types.count;
        value_type *types = ARENA_ARRAY(memory, value_type, count);
        bool *are_mtypes = ARENA_ARRAY(memory, bool, count);
        memcpy(types, fields.types.data, count * sizeof *types);
        uint32_t *sets = ARENA_ARRAY(memory, uint32_t, count);
        memcpy(are_mtypes, fields.are_mtypes.data, count * sizeof *are_mtypes);
        memcpy(sets, fields.sets.data, count * sizeof *sets);
        *made = (channel){.capacity = (uint32_t)capacity, .field_count = (uint32_t)count, .fields = types, .field_is_mtype = are_mtypes,
                          .field_mtype_set = sets, .where = decl->where};
        l->has_rendezvous |= capacity == 0;
    }
    vec_release(&fields.types);
    vec_release(&fields.are_mtypes);
    vec_release(&fields.sets);
    return good;
}

static const char *element_name(lowering *l, const variable *v, uint32_t at)
{
    strbuf text = {0};
    variable_element_name(v, at, &text);
    const char *kept = arena_strdup(l->program->memory, strbuf_text(&text));
    strbuf_release(&text);
    return kept;
}

/* Calls add for the channel of each element. */
static bool make_channels(lowering *l, const flat_variable *flat, uint32_t number, channel_list *out)
{
    channel made = {0};
    if (!flat->decl->is_channel_initializer)
        return true;
    if (!channel_template(l, flat->decl, &made))
        return false;
    made.variable = number;
    for (uint32_t i = 0; i < flat->variable.count; i++) {
        if (out->count >= LOWER_MAX_FIELDS) {
            diag_error(l->diag, flat->decl->where, "more than %d channels", LOWER_MAX_FIELDS);
            return false;
        }
        made.name = element_name(l, &flat->variable, i);
        made.element = i;
        vec_push(out, made);
    }
    return true;
}

const channel *types_channel_of(lowering *l, bool is_local, uint32_t number)
{
    const channel *found = is_local ? lowering_process(l)->channels.data : l->program->channels.data;
    size_t count = is_local ? lowering_process(l)->channels.count : l->program->channels.count;
    for (size_t i = 0; i < count; i++)
        if (found[i].variable == number)
            return &found[i];
    return NULL;
}

/* ---- Initial values ---- */

/* One value for all, or one for each element in braces; elements without one take the last, as in SPIN. */
static const int32_t *initial_values(lowering *l, const flat_variable *flat)
{
    const variable *v = &flat->variable;
    const ast_decl *decl = flat->decl;
    int32_t *values = ARENA_ARRAY(l->program->memory, int32_t, v->count);
    uint32_t own = decl->array ? v->dimension[v->dimensions - 1] : 1, given = 0;
    if (!decl->initializer)
        return values;
    if (decl->initializer_is_list && !decl->array) {
        diag_error(l->diag, decl->initializer->where, "%s is no array: its initial value stands without braces", decl->name);
        return values;
    }
    for (const ast_expr *e = decl->initializer; e; e = e->next, given++) {
        int32_t value = 0;
        if (given == own && decl->initializer_is_list) {
            diag_error(l->diag, e->where, "more initial values than %s has elements (%u)", decl->name, own);
            return values;
        }
        if (!types_constant(l, e, "an initial value", &value))
            return values;
        warn_value(l, v, expr_const(l->scratch, value, e->where));
        for (uint32_t i = 0; i < v->count; i++)
            if (!decl->initializer_is_list || i % own >= given)
                values[i] = value_wrap(v->type, value);
    }
    return values;
}

/* ---- Declarations ---- */

static bool is_named_ghost(const lowering *l, const char *name)
{
    for (size_t i = 0; l->input && i < l->input->ghost_count; i++)
        if (!strcmp(l->input->ghosts[i], name))
            return true;
    return false;
}

/* Only the plain style has globals in relaxed memory: an mmlib header brings shared variables of its own. */
static variable_class global_class(const lowering *l, const ast_decl *decl, const variable *v)
{
    bool ghost = decl->ghost || decl->hidden || v->is_channel || l->file->header != AST_HEADER_NONE || is_named_ghost(l, decl->name);
    return ghost ? VARIABLE_GHOST : VARIABLE_RELAXED;
}

static uint64_t element_count(const variable *variables, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += variables[i].count;
    return sum;
}

static void add_global(lowering *l, const ast_decl *decl, flat_variable *flat)
{
    program *p = l->program;
    size_t first = p->channels.count;
    flat->variable.class = global_class(l, decl, &flat->variable);
    channel_list channels = {0};
    if (flat->decl->is_channel_initializer) {
        int32_t *numbers = ARENA_ARRAY(p->memory, int32_t, flat->variable.count);
        make_channels(l, flat, (uint32_t)p->globals.count, &channels);
        for (size_t i = 0; i < channels.count; i++) {
            vec_push(&p->channels, channels.data[i]);
            numbers[i] = (int32_t)(first + i + 1);
        }
        flat->variable.initial = numbers;
        vec_release(&channels);
    } else {
        flat->variable.initial = initial_values(l, flat);
    }
    vec_push(&p->globals, flat->variable);
}

void types_declare_global(lowering *l, const ast_decl *decl)
{
    flat_list flat = {0};
    symbol added = {.name = decl->name, .kind = SYMBOL_VARIABLE, .first = (uint32_t)l->program->globals.count, .decl = decl, .where = decl->where};
    if (types_flatten(l, decl, &flat)) {
        for (size_t i = 0; i < flat.count; i++)
            add_global(l, decl, &flat.data[i]);
        if (element_count(l->program->globals.data, l->program->globals.count) > LOWER_MAX_ELEMENTS)
            diag_error(l->diag, decl->where, "the globals have more than %d elements together", LOWER_MAX_ELEMENTS);
        added.count = (uint32_t)flat.count;
    }
    if (l->program->channels.count > LOWER_MAX_FIELDS)
        diag_error(l->diag, decl->where, "more than %d channels", LOWER_MAX_FIELDS);
    vec_release(&flat);
    symbol_add_global(l, added);
}

void types_declare_local(lowering *l, const ast_decl *decl, bool is_parameter)
{
    process_type *t = lowering_process(l);
    flat_list flat = {0};
    symbol added = {.name = decl->name, .kind = SYMBOL_VARIABLE, .is_local = true, .first = (uint32_t)t->locals.count, .decl = decl,
                    .where = decl->where};
    if (decl->ghost)
        diag_error(l->diag, decl->where, "%s is local: only a global can be a ghost, locals never go through a buffer", decl->name);
    if (types_flatten(l, decl, &flat)) {
        for (size_t i = 0; i < flat.count; i++) {
            channel_list made = {0};
            make_channels(l, &flat.data[i], (uint32_t)t->locals.count, &made);
            for (size_t k = 0; k < made.count; k++)
                vec_push(&t->channels, made.data[k]);
            vec_release(&made);
            if (flat.data[i].decl != decl && flat.data[i].decl->initializer) { /* a member's, from its typedef */
                flat.data[i].variable.initializer = lower_expr(l, flat.data[i].decl->initializer);
                warn_value(l, &flat.data[i].variable, flat.data[i].variable.initializer);
            }
            if (is_parameter && (flat.data[i].variable.dimensions || flat.data[i].decl->is_channel_initializer))
                diag_error(l->diag, decl->where, "parameter %s: a parameter is a single value, or a struct without arrays", decl->name);
            vec_push(&t->locals, flat.data[i].variable);
        }
        added.count = (uint32_t)flat.count;
        if (t->locals.count > LOWER_MAX_VARIABLES || element_count(t->locals.data, t->locals.count) > LOWER_MAX_ELEMENTS)
            diag_error(l->diag, decl->where, "the locals of %s have more than %d elements together", t->name, LOWER_MAX_ELEMENTS);
    }
    vec_release(&flat);
    vec_push(&l->proctypes.data[l->process].locals, added);
}

void types_initialize_local(lowering *l, const symbol *s)
{
    const ast_decl *decl = s->decl;
    if (!decl->initializer || !s->count)
        return;
    if (decl->initializer_is_list) {
        flat_variable flat = {.variable = lowering_process(l)->locals.data[s->first], .decl = decl};
        const int32_t *values = initial_values(l, &flat);
        lowering_process(l)->locals.data[s->first].initial = values;
        return;
    }
    const expr *value = lower_expr(l, decl->initializer);
    warn_value(l, &lowering_process(l)->locals.data[s->first], value);
    lowering_process(l)->locals.data[s->first].initializer = value;
}

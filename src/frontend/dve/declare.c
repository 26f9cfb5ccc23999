/* declare.c: everything that has a name becomes a part of the program: variables with their initial values, channels, processes, states. */
#include <string.h>

#include "base/bug.h"
#include "frontend/dve/lower.h"

enum { MAX_ELEMENTS = 65536, MAX_MESSAGES = 1024 };

void dve_lowering_init(dve_lowering *l, program *p, const frontend_input *input, const dve_file *file, diag *d)
{
    *l = (dve_lowering){.program = p, .input = input, .file = file, .diag = d, .scratch = arena_new(), .process = DVE_NO_PROCESS};
    l->globals.memory = l->processes.memory = l->property.variables.memory = l->property.states.memory = l->scratch;
}

static void release_scope(dve_scope *s)
{
    names_release(&s->variables);
    names_release(&s->states);
    vec_release(&s->is_const);
}

void dve_lowering_release(dve_lowering *l)
{
    names_release(&l->globals);
    names_release(&l->processes);
    for (size_t i = 0; i < l->scopes.count; i++)
        release_scope(&l->scopes.data[i]);
    release_scope(&l->property);
    vec_release(&l->scopes);
    vec_release(&l->is_const);
    vec_release(&l->channel_of);
    arena_free(l->scratch);
}

/* True when the name is new in the table; otherwise an error. */
static bool add_name(dve_lowering *l, name_table *table, dve_name name, const char *what)
{
    if (!name.text)
        return false;
    size_t length = strlen(name.text);
    if (names_find(table, name.text, length) != NAMES_NONE) {
        diag_error(l->diag, name.where, "there is another %s %s; rename one of the two", what, name.text);
        return false;
    }
    names_add(table, name.text, length);
    return true;
}

/* ---- Variables ---- */
static const char *range_of(value_type type)
{
    return type.is_signed ? "an int holds -32768 to 32767" : "a byte holds 0 to 255";
}

/* The number of elements of an array, or of messages; 1 after an error. */
static uint32_t count_of(dve_lowering *l, const dve_expr *e, int32_t least, int32_t most, const char *what)
{
    int32_t count = dve_constant(l, e);
    if (diag_has_errors(l->diag))
        return 1;
    if (count < least || count > most) {
        diag_error(l->diag, e->where, "%s must be %d to %d, and this is %d", what, least, most, count);
        return 1;
    }
    return (uint32_t)count;
}

/* Values beyond the end of the array are left aside. */
static const int32_t *initial_values(dve_lowering *l, const dve_variable *v, uint32_t count)
{
    int32_t *initial = ARENA_ARRAY(l->program->memory, int32_t, count);
    for (uint32_t i = 0; i < v->values.count && i < count; i++) {
        initial[i] = dve_constant(l, v->values.data[i]);
        if (!value_fits(v->type, initial[i]))
            diag_error(l->diag, v->values.data[i]->where, "%s cannot start with %d: %s", v->name.text, initial[i], range_of(v->type));
    }
    return initial;
}

static bool is_ghost(const dve_lowering *l, const char *name)
{
    for (size_t i = 0; i < l->input->ghost_count; i++)
        if (!strcmp(l->input->ghosts[i], name))
            return true;
    return false;
}

static variable variable_of(dve_lowering *l, const dve_variable *v)
{
    uint32_t count = v->size ? count_of(l, v->size, 1, MAX_ELEMENTS, "the number of elements") : 1;
    if (v->has_list != (v->size != NULL) && v->values.count)
        diag_error(l->diag, v->name.where, v->size ? "%s is an array: its values stand in braces, as in = {0, 1}" : "%s is no array: write its value without braces",
                   v->name.text);
    if (v->is_const && !v->values.count)
        diag_error(l->diag, v->name.where, "the constant %s needs a value", v->name.text);
    variable made = {.name = arena_strdup(l->program->memory, v->name.text), .type = v->type, .count = count, .where = v->name.where};
    made.dimensions = v->size ? 1 : 0;
    made.dimension[0] = v->size ? count : 0;
    made.initial = initial_values(l, v, count);
    return made;
}

static void declare_globals(dve_lowering *l)
{
    for (size_t i = 0; i < l->file->variables.count; i++) {
        const dve_variable *v = &l->file->variables.data[i];
        if (!v->name.text)
            continue;
        variable made = variable_of(l, v);
        made.class = is_ghost(l, made.name) ? VARIABLE_GHOST : VARIABLE_RELAXED;
        if (!add_name(l, &l->globals, v->name, "variable"))
            continue;
        vec_push(&l->program->globals, made);
        vec_push(&l->is_const, v->is_const);
        vec_push(&l->channel_of, DVE_NO_CHANNEL);
    }
}

static void check_ghosts(dve_lowering *l)
{
    for (size_t i = 0; i < l->input->ghost_count; i++) {
        const char *name = l->input->ghosts[i];
        uint32_t number = names_find(&l->globals, name, strlen(name));
        if (number == NAMES_NONE)
            diag_error(l->diag, (source_location){0}, "--ghost %s: the program has no global variable of that name%s", name,
                       names_hint(l->scratch, name, l->globals.texts.data, l->globals.texts.count));
    }
}

/* ---- Channels ---- */

/* How many values go through an untyped channel: as many as in the first transition that uses the channel. */
static uint32_t used_fields(const dve_lowering *l, const char *name)
{
    for (size_t i = 0; i < l->file->processes.count; i++)
        for (size_t k = 0; k < l->file->processes.data[i].transitions.count; k++) {
            const dve_transition *t = &l->file->processes.data[i].transitions.data[k];
            if (t->channel.text && !strcmp(t->channel.text, name))
                return (uint32_t)t->values.count;
        }
    return 0;
}

/* A channel's number is what a global of its name holds. */
static void declare_channel(dve_lowering *l, const dve_channel *c, uint32_t number)
{
    arena *memory = l->program->memory;
    if (!c->name.text || !add_name(l, &l->globals, c->name, "variable or channel"))
        return;
    channel made = {.name = arena_strdup(memory, c->name.text), .variable = (uint32_t)l->program->globals.count, .where = c->name.where};
    made.field_count = c->is_typed ? (uint32_t)c->fields.count : used_fields(l, c->name.text);
    if (c->capacity)
        made.capacity = count_of(l, c->capacity, 0, MAX_MESSAGES, "the number of messages");
    value_type *fields = ARENA_ARRAY(memory, value_type, made.field_count + 1);
    for (uint32_t i = 0; i < made.field_count; i++)
        fields[i] = c->is_typed ? c->fields.data[i] : (value_type){32, true};
    if (made.field_count > 60)
        diag_error(l->diag, c->name.where, "a message has at most 60 values");
    made.fields = fields;
    made.field_is_mtype = ARENA_ARRAY(memory, bool, made.field_count + 1);
    made.field_mtype_set = ARENA_ARRAY(memory, uint32_t, made.field_count + 1);
    int32_t *initial = ARENA_NEW(memory, int32_t);
    *initial = (int32_t)l->program->channels.count + 1;
    vec_push(&l->program->channels, made);
    vec_push(&l->program->globals, ((variable){.name = made.name, .type = {16, false}, .count = 1, .is_channel = true, .class = VARIABLE_GHOST,
                                               .initial = initial, .where = c->name.where}));
    vec_push(&l->is_const, true);
    vec_push(&l->channel_of, number);
}

/* ---- Processes ---- */
static dve_scope *new_scope(dve_lowering *l)
{
    vec_push(&l->scopes, (dve_scope){0});
    dve_scope *s = &vec_last(&l->scopes);
    s->variables.memory = s->states.memory = l->scratch;
    return s;
}

static void declare_locals(dve_lowering *l, const dve_process *p, dve_scope *s, process_type *t)
{
    for (size_t i = 0; i < p->variables.count; i++) {
        const dve_variable *v = &p->variables.data[i];
        if (!v->name.text)
            continue;
        variable made = variable_of(l, v);
        if (!add_name(l, &s->variables, v->name, "variable"))
            continue;
        vec_push(&t->locals, made);
        vec_push(&s->is_const, v->is_const);
    }
}

static void declare_states(dve_lowering *l, const dve_process *p, dve_scope *s, process_type *t)
{
    for (size_t i = 0; i < p->states.count; i++) {
        if (!add_name(l, &s->states, p->states.data[i], "state"))
            continue;
        vec_push(&t->labels, ((label){.name = arena_strdup(l->program->memory, p->states.data[i].text), .node = (uint32_t)t->nodes.count}));
        vec_push(&t->nodes, ((node){.where = p->states.data[i].where}));
    }
    if (!t->nodes.count) {
        diag_error(l->diag, p->name.where, "process %s has no states; write state q; init q;", p->name.text);
        vec_push(&t->nodes, (node){0});
    } else if (!p->init.text) {
        diag_error(l->diag, p->name.where, "process %s has no initial state; write init %s;", p->name.text, t->labels.data[0].name);
    } else {
        t->entry = dve_find_state(l, s, p->name.text, p->init);
    }
}

/* Local initialisers are evaluated while their process is the last of the program. */
static void declare_process(dve_lowering *l, const dve_process *p)
{
    if (!p->name.text)
        return;
    process_type made = {.name = arena_strdup(l->program->memory, p->name.text), .active = 1, .where = p->name.where};
    if (names_find(&l->globals, p->name.text, strlen(p->name.text)) != NAMES_NONE)
        diag_error(l->diag, p->name.where, "there is a global %s too; rename one of the two", p->name.text);
    if (dve_is_property(l, p)) {
        process_type *body = ARENA_NEW(l->program->memory, process_type);
        *body = made;
        vec_push(&l->program->claims, ((claim){.kind = CLAIM_NEVER, .name = arena_printf(l->program->memory, "property %s", made.name), .body = body, .where = made.where}));
        l->in_property = true;
        declare_locals(l, p, &l->property, body);
        l->in_property = false;
        declare_states(l, p, &l->property, body);
        return;
    }
    if (!add_name(l, &l->processes, p->name, "process"))
        return;
    vec_push(&l->program->processes, made);
    dve_scope *s = new_scope(l);
    l->process = (uint32_t)l->program->processes.count - 1;
    declare_locals(l, p, s, &vec_last(&l->program->processes));
    declare_states(l, p, s, &vec_last(&l->program->processes));
    l->process = DVE_NO_PROCESS;
    vec_push(&l->program->start, (uint32_t)l->program->processes.count - 1);
}

static void check_property(dve_lowering *l)
{
    const dve_name *name = &l->file->property;
    name_table known = {.memory = l->scratch};
    bool found = false;
    for (size_t i = 0; i < l->file->processes.count; i++) {
        const dve_name *p = &l->file->processes.data[i].name;
        found |= p->text && name->text && !strcmp(p->text, name->text);
        if (p->text)
            names_add(&known, p->text, strlen(p->text));
    }
    if (name->text && !found)
        dve_unknown(l, *name, "process", &known, NULL);
    names_release(&known);
}

void dve_declare(dve_lowering *l)
{
    const dve_file *f = l->file;
    declare_globals(l);
    for (uint32_t i = 0; i < f->channels.count; i++)
        declare_channel(l, &f->channels.data[i], i);
    check_ghosts(l);
    check_property(l);
    for (size_t i = 0; i < f->processes.count; i++)
        declare_process(l, &f->processes.data[i]);
    if (l->program->processes.count > PROGRAM_MAX_PROCESSES)
        diag_error(l->diag, f->system, "more than %d processes", PROGRAM_MAX_PROCESSES);
    if (!l->program->processes.count && !diag_has_errors(l->diag))
        diag_error(l->diag, f->system, "there is no process in this system; write process P { state q; init q; }");
}

void dve_declare_program(dve_lowering *l)
{
    const program *p = l->program;
    for (size_t i = 0; i < p->globals.count; i++) {
        names_add(&l->globals, p->globals.data[i].name, strlen(p->globals.data[i].name));
        vec_push(&l->is_const, false);
        vec_push(&l->channel_of, p->globals.data[i].is_channel ? 0 : DVE_NO_CHANNEL);
    }
    for (size_t i = 0; i < p->processes.count; i++) {
        const process_type *t = &p->processes.data[i];
        names_add(&l->processes, t->name, strlen(t->name));
        dve_scope *s = new_scope(l);
        for (size_t k = 0; k < t->locals.count; k++) {
            names_add(&s->variables, t->locals.data[k].name, strlen(t->locals.data[k].name));
            vec_push(&s->is_const, false);
        }
        for (size_t k = 0; k < t->labels.count; k++)
            names_add(&s->states, t->labels.data[k].name, strlen(t->labels.data[k].name));
    }
}

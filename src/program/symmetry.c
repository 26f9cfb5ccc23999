#include "program/symmetry.h"

#include <string.h>

#include "program/symmetry_internal.h"

/* ---- Candidates ---- */
static bool may_end(const process_type *t)
{
    for (size_t i = 0; i < t->nodes.count; i++)
        if (t->nodes.data[i].is_final)
            return true;
    return false;
}

/* Why the processes of the type are no group, whatever their statements are; NULL: they may be one. */
static const char *find_obstacle(const footprints *f, uint32_t type, uint32_t first, uint32_t count, bool counts_steps)
{
    const program *p = f->program;
    for (uint32_t i = first; i < first + count; i++)
        if (i >= p->start.count || p->start.data[i] != type)
            return "their numbers do not follow one another";
    if (index_set_has(&f->all.created, type))
        return "processes of the type are created";
    if (p->processes_die && may_end(&p->processes.data[type]) && footprints_deaths_matter(f))
        return "they end, and it can be told in which order they are removed";
    if (p->processes_die && may_end(&p->processes.data[type]) && counts_steps)
        return "they end, the youngest is removed first, and the property counts steps";
    for (size_t t = 0; t < p->processes.count; t++)
        if (p->processes.data[t].channels.count)
            return "a process has channels of its own";
    return NULL;
}

static void find_candidates(const footprints *f, symmetry *s, inference *x, bool counts_steps)
{
    const program *p = f->program;
    uint32_t *instances = ARENA_ARRAY(s->memory, uint32_t, p->processes.count + 1);
    x->instances = instances;
    for (size_t i = 0; i < p->start.count; i++)
        instances[p->start.data[i]]++;
    for (uint32_t t = 0; t < p->processes.count; t++) {
        uint32_t first = 0;
        if (instances[t] < 2)
            continue;
        while (p->start.data[first] != t)
            first++;
        const char *why = x->group_count == SYMMETRY_MAX_GROUPS ? "there are too many groups" : find_obstacle(f, t, first, instances[t], counts_steps);
        if (why)
            vec_push(&s->log, arena_printf(s->memory, "symmetry: processes of %s are not alike: %s", p->processes.data[t].name, why));
        else
            x->groups[x->group_count++] = (symmetry_group){t, first, instances[t], instances[t]};
    }
}

/* ---- Locals that are written before they are read ---- */
typedef struct local_use {
    uint32_t local;
    bool is_read, is_written;
} local_use;

static void note_read(void *data, const expr *e, visit_role role)
{
    local_use *u = data;
    (void)role;
    u->is_read |= e->kind == EXPR_LOCAL && e->variable == u->local;
}

static void note_write(void *data, const place *target, visit_write how)
{
    local_use *u = data;
    (void)how;
    u->is_written |= target->kind == PLACE_LOCAL && target->variable == u->local;
}

/* A compare-and-swap writes its result in any case, and so does everything else that writes a local. */
static bool is_read_first(const process_type *t, uint32_t local, uint32_t at, bool *seen)
{
    const node *n = &t->nodes.data[at];
    if (seen[at])
        return false;
    seen[at] = true;
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        local_use u = {.local = local};
        visit_edge(&(program_visitor){.expr = note_read, .place = note_write, .data = &u}, &t->edges.data[i]);
        if (u.is_read || (!u.is_written && is_read_first(t, local, t->edges.data[i].target, seen)))
            return true;
    }
    return false;
}

static bool starts_unread(const footprints *f, uint32_t type, uint32_t local, arena *memory)
{
    const process_type *t = &f->program->processes.data[type];
    local_use u = {.local = local};
    program_visitor v = {.expr = note_read, .data = &u};
    bool is_parameter = local < t->parameter_count && index_set_has(&f->all.created, type);
    bool *seen = ARENA_ARRAY(memory, bool, t->nodes.count + 1);
    visit_expr(&v, t->provided, VISIT_PROVIDED);
    visit_initializers(&v, t);
    return t->locals.data[local].count == 1 && !u.is_read && !is_parameter && !index_set_has(&f->all.remotes, type) && !index_set_has(&f->asked.remotes, type) &&
           !is_read_first(t, local, t->entry, seen);
}

/* ---- Inference ---- */
static kind_slot *new_slots(inference *x, size_t count)
{
    return ARENA_ARRAY(x->memory, kind_slot, count + 1);
}

static void begin(inference *x)
{
    const program *p = x->program;
    uint8_t *group_of = ARENA_ARRAY(x->memory, uint8_t, p->start.count + 1);
    memset(group_of, SYMMETRY_MAX_GROUPS, p->start.count);
    for (uint32_t g = 0; g < x->group_count; g++)
        memset(group_of + x->groups[g].first, (int)g, x->groups[g].count);
    x->group_of = group_of;
    x->globals = new_slots(x, p->global_count);
    x->channels = new_slots(x, p->channels.count + 1);
    x->locals = ARENA_ARRAY(x->memory, kind_slot *, p->processes.count + 1);
    x->fields = ARENA_ARRAY(x->memory, kind_slot *, p->channels.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        x->locals[t] = new_slots(x, p->processes.data[t].local_count);
    for (size_t c = 0; c < p->channels.count; c++)
        x->fields[c] = new_slots(x, p->channels.data[c].field_count);
    x->failed = 0;
}

static void settle(inference *x, const expr *const *conditions, size_t count, bool with_initials)
{
    do {
        x->changed = false;
        inference_pass(x, conditions, count, with_initials);
    } while (x->changed && !x->failed);
}

/* Without the groups that failed. */
static void drop_failed(inference *x, symmetry *s)
{
    uint32_t kept = 0;
    for (uint32_t g = 0; g < x->group_count; g++)
        if (x->failed >> g & 1)
            vec_push(&s->log, arena_printf(s->memory, "symmetry: processes of %s are not alike: %s", x->program->processes.data[x->groups[g].type].name, x->why));
        else
            x->groups[kept++] = x->groups[g];
    x->group_count = kept;
}

/* First values come last: an element that belongs to a process may start with its number. */
static void infer(inference *x, symmetry *s, const expr *const *conditions, size_t count)
{
    const program *p = x->program;
    x->starts_unread = ARENA_ARRAY(x->memory, bool *, p->processes.count + 1);
    for (uint32_t t = 0; t < p->processes.count && x->group_count; t++) {
        x->starts_unread[t] = ARENA_ARRAY(x->memory, bool, p->processes.data[t].locals.count + 1);
        for (uint32_t i = 0; i < p->processes.data[t].locals.count; i++)
            x->starts_unread[t][i] = starts_unread(x->footprints, t, i, x->memory);
    }
    while (x->group_count) {
        begin(x);
        settle(x, conditions, count, false);
        if (!x->failed)
            settle(x, conditions, count, true);
        if (!x->failed)
            return;
        drop_failed(x, s);
    }
    begin(x);
}

/* ---- The result ---- */
static cell_kind cell_of(const kind_slot *slot, uint32_t offset)
{
    return (cell_kind){.is_owned = slot->is_owned, .first = slot->first + (int32_t)offset, .value = slot->kind.number};
}

static const cell_kind *cells_of(symmetry *s, const kind_slot *slots, const variable *variables, size_t count, uint32_t slot_count)
{
    cell_kind *cells = ARENA_ARRAY(s->memory, cell_kind, slot_count + 1);
    for (size_t i = 0; i < count; i++)
        for (uint32_t e = 0; e < variables[i].count; e++)
            cells[variables[i].offset + e] = cell_of(&slots[variables[i].offset + e], variables[i].offset);
    return cells;
}

static bool are_plain(const cell_kind *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (cells[i].is_owned || cells[i].value.groups)
            return false;
    return true;
}

static bool is_plain(const symmetry *s)
{
    const program *p = s->program;
    bool plain = are_plain(s->globals, p->global_count) && are_plain(s->channels, (uint32_t)p->channels.count);
    for (size_t t = 0; t < p->processes.count; t++)
        plain &= are_plain(s->locals[t], p->processes.data[t].local_count);
    for (size_t c = 0; c < p->channels.count; c++)
        for (uint32_t i = 0; i < p->channels.data[c].field_count; i++)
            plain &= !s->fields[c][i].groups;
    return plain;
}

static void fill_kinds(symmetry *s, const inference *x)
{
    const program *p = x->program;
    const cell_kind **locals = ARENA_ARRAY(s->memory, const cell_kind *, p->processes.count + 1);
    const number_kind **fields = ARENA_ARRAY(s->memory, const number_kind *, p->channels.count + 1);
    cell_kind *channels = ARENA_ARRAY(s->memory, cell_kind, p->channels.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        locals[t] = cells_of(s, x->locals[t], p->processes.data[t].locals.data, p->processes.data[t].locals.count, p->processes.data[t].local_count);
    for (size_t c = 0; c < p->channels.count; c++) {
        number_kind *kinds = ARENA_ARRAY(s->memory, number_kind, p->channels.data[c].field_count + 1);
        for (uint32_t i = 0; i < p->channels.data[c].field_count; i++)
            kinds[i] = x->fields[c][i].kind.number;
        fields[c] = kinds;
        channels[c] = (cell_kind){.is_owned = x->channels[c + 1].is_owned, .first = x->channels[c + 1].first - 1}; /* numbers count from 1 */
    }
    s->globals = cells_of(s, x->globals, p->globals.data, p->globals.count, p->global_count);
    s->locals = locals;
    s->channels = channels;
    s->fields = fields;
    s->is_plain = is_plain(s);
}

/* A value of the type that is no process's number; false: there is none. */
static bool find_no_number(const inference *x, const variable *v, number_kind kind, int32_t *value)
{
    for (int32_t k = -1; k <= (int32_t)x->program->start.count; k++) {
        int64_t at = (int64_t)kind.base + k;
        bool is_number = k >= 0 && k < (int32_t)x->program->start.count && x->group_of[k] < SYMMETRY_MAX_GROUPS;
        *value = (int32_t)at;
        if (!is_number && value_fits(v->type, *value))
            return true;
    }
    return false;
}

/* Locals that nobody reads before they are written start as no number. False: for one there is no such value. */
static bool adapt_locals(symmetry *s, const inference *x, uint32_t type, process_type *t)
{
    variable *locals = ARENA_ARRAY(s->memory, variable, t->locals.count + 1);
    if (t->locals.count)
        memcpy(locals, t->locals.data, t->locals.count * sizeof *locals);
    t->locals.data = locals;
    for (uint32_t i = 0; i < t->locals.count; i++) {
        number_kind kind = s->locals[type][locals[i].offset].value;
        if (!kind.groups || locals[i].initializer || !x->starts_unread[type][i])
            continue;
        int32_t *initial = ARENA_ARRAY(s->memory, int32_t, 1);
        if (!find_no_number(x, &locals[i], kind, initial))
            return false;
        locals[i].initial = initial;
    }
    return true;
}

static bool adapt_program(symmetry *s, const inference *x, bool counts_steps)
{
    const program *p = x->program;
    program *made = ARENA_NEW(s->memory, program);
    *made = *p;
    made->processes_die &= counts_steps || footprints_deaths_matter(x->footprints);
    made->processes.data = ARENA_ARRAY(s->memory, process_type, p->processes.count + 1);
    memcpy(made->processes.data, p->processes.data, p->processes.count * sizeof *p->processes.data);
    s->program = made;
    for (uint32_t t = 0; t < p->processes.count; t++)
        if (!adapt_locals(s, x, t, &made->processes.data[t]))
            return false;
    return true;
}

/* ---- Processes that stay in their places ---- */
static void name_in_atoms(inference *x, const expr *const *atoms, size_t count)
{
    x->named = ARENA_ARRAY(x->memory, bool, x->program->start.count + 1);
    x->why = NULL;
    for (size_t i = 0; i < count; i++)
        inference_name(x, atoms[i]);
}

/* Who is named is no member of its group, and one member alone is none. */
static void leave_named(inference *x, uint8_t *group_of)
{
    for (uint32_t g = 0; g < x->group_count; g++) {
        symmetry_group *of = &x->groups[g];
        for (uint32_t p = of->first; p < of->first + of->count; p++)
            of->members -= x->named[p];
        of->members = of->members > 1 ? of->members : 0;
        for (uint32_t p = of->first; p < of->first + of->count; p++)
            if (x->named[p] || !of->members)
                group_of[p] = SYMMETRY_MAX_GROUPS;
    }
}

static void log_groups(symmetry *s, const inference *x)
{
    for (uint32_t g = 0; g < x->group_count; g++) {
        const symmetry_group *of = &x->groups[g];
        const char *name = x->program->processes.data[of->type].name;
        if (of->members == of->count)
            vec_push(&s->log, arena_printf(s->memory, "symmetry: the %u processes of %s are alike", of->count, name));
        else if (of->members)
            vec_push(&s->log, arena_printf(s->memory, "symmetry: %u of the %u processes of %s are alike: the property names the others", of->members, of->count, name));
        else
            vec_push(&s->log, arena_printf(s->memory, "symmetry: the property tells processes of %s apart%s%s", name, x->why ? ": " : "", x->why ? x->why : ""));
    }
}

static bool has_members(const inference *x)
{
    uint32_t members = 0;
    for (uint32_t g = 0; g < x->group_count; g++)
        members += x->groups[g].members;
    return members;
}

/* ---- All ---- */
static void keep_groups(symmetry *s, inference *x, bool of_runs)
{
    symmetry_group *groups = ARENA_ARRAY(s->memory, symmetry_group, x->group_count + 1);
    uint8_t *group_of = ARENA_ARRAY(s->memory, uint8_t, x->program->start.count + 1);
    memcpy(group_of, x->group_of, x->program->start.count);
    if (of_runs)
        leave_named(x, group_of);
    log_groups(s, x);
    memcpy(groups, x->groups, x->group_count * sizeof *groups);
    s->groups = groups;
    s->group_count = has_members(x) ? x->group_count : 0;
    s->group_of = group_of;
}

static symmetry *find(const footprints *f, const expr *const *conditions, size_t count, bool of_runs, bool counts_steps)
{
    arena *memory = arena_new();
    symmetry *s = ARENA_NEW(memory, symmetry);
    inference x = {.program = f->program, .footprints = f, .memory = arena_new()};
    const expr **asked = ARENA_ARRAY(memory, const expr *, count + 1);
    if (count)
        memcpy(asked, conditions, count * sizeof *asked);
    *s = (symmetry){.memory = memory, .program = f->program};
    find_candidates(f, s, &x, counts_steps);
    infer(&x, s, asked, of_runs ? 0 : count);
    if (of_runs)
        name_in_atoms(&x, asked, count);
    fill_kinds(s, &x);
    if (x.group_count && !adapt_program(s, &x, counts_steps)) {
        vec_push(&s->log, "symmetry: none: a local has no value that is no process's number");
        x.group_count = 0;
    }
    keep_groups(s, &x, of_runs);
    arena_free(x.memory);
    return s;
}

symmetry *symmetry_find(const footprints *f, const expr *const *conditions, size_t condition_count)
{
    return find(f, conditions, condition_count, false, false);
}

symmetry *symmetry_find_of_runs(const footprints *f, const expr *const *atoms, size_t atom_count, bool counts_steps)
{
    return find(f, atoms, atom_count, true, counts_steps);
}

void symmetry_free(symmetry *s)
{
    if (!s)
        return;
    vec_release(&s->log);
    arena_free(s->memory);
}

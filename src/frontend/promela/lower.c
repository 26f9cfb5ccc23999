/* lower.c: from the syntax tree of a Promela file to the program. */
#include "frontend/promela/lower.h"

#include <string.h>

#include "base/bug.h"
#include "program/places.h"

/* ---- The shared variables of an mmlib header ---- */

/* A positive number that the user must define before the #include; 0 after an error. */
static int32_t header_number(lowering *l, const ast_expr *e, const char *name, int32_t most)
{
    int32_t value = 0;
    if (!e) {
        diag_error(l->diag, l->file->header_where, "this header needs %s: write `#define %s ...` before the #include", name, name);
        return 0;
    }
    if (!types_constant(l, e, name, &value))
        return 0;
    if (value < 1 || value > most) {
        diag_error(l->diag, e->where.line ? e->where : l->file->header_where, "%s must lie between 1 and %d, not %d", name, most, value);
        return 0;
    }
    return value;
}

static const char *unused_name(const lowering *l, const char *wanted)
{
    const char *name = wanted;
    for (bool taken = true; taken;) {
        taken = false;
        for (const ast_decl *d = l->file->globals; d && !taken; d = d->next)
            taken = !strcmp(d->name, name);
        if (taken)
            name = arena_printf(l->program->memory, "_%s", name);
    }
    return name;
}

static void declare_shared(lowering *l)
{
    const ast_file *file = l->file;
    program *p = l->program;
    if (file->header == AST_HEADER_NONE)
        return;
    int32_t count = header_number(l, file->var_size, "VARSIZE", 4096);
    if (file->header != AST_HEADER_SC || file->proc_size)
        header_number(l, file->proc_size, "PROCSIZE", PROGRAM_MAX_PROCESSES);
    if (file->header != AST_HEADER_SC || file->buff_size)
        p->buffer_size = (uint32_t)header_number(l, file->buff_size, "BUFFSIZE", 255);
    static const char *const memory_of_header[] = {[AST_HEADER_SC] = "sc", [AST_HEADER_TSO] = "tso", [AST_HEADER_PSO] = "pso"};
    p->memory_model = memory_of_header[file->header];
    p->may_ask_buffers = true;
    p->no_atomic_write = "mmlib has none";
    p->pid_base = file->header == AST_HEADER_SC ? 0 : 1; /* of the others, the library's memory process is the first */
    variable shared = {.name = unused_name(l, "shared"), .type = {32, true}, .count = count ? (uint32_t)count : 1, .dimensions = 1,
                       .class = VARIABLE_RELAXED, .where = file->header_where};
    shared.dimension[0] = shared.count;
    shared.initial = ARENA_ARRAY(p->memory, int32_t, shared.count);
    l->shared = (int64_t)p->globals.count;
    vec_push(&p->globals, shared);
}

/* ---- Global names ---- */

static void declare_proctype(lowering *l, const ast_proctype *t)
{
    process_type added = {.name = arena_strdup(l->program->memory, t->name), .where = t->where};
    uint32_t number = (uint32_t)l->program->processes.count;
    if (t->is_d_proctype)
        diag_error(l->diag, t->where, "D_proctype is not supported; write `proctype` and put the body into d_step where that is meant");
    if (t->priority && t->priority->number != 1)
        diag_error(l->diag, t->priority->where, "process priorities are not supported, but for 1, which all processes have");
    const symbol *before = symbol_find_global(l, t->name);
    if (before && before->kind == SYMBOL_PROCTYPE && t->is_init)
        diag_error(l->diag, t->where, "init is declared twice: the first one is in line %u", before->where.line);
    else
        symbol_add_global(l, (symbol){.name = added.name, .kind = SYMBOL_PROCTYPE, .process = number, .where = t->where});
    vec_push(&l->program->processes, added);
    vec_push(&l->proctypes, (proctype_info){.ast = t});
}

static void check_typedefs(lowering *l)
{
    for (const ast_typedef *t = l->file->typedefs; t; t = t->next) {
        if (types_find_typedef(l, t->name) != t)
            diag_error(l->diag, t->where, "typedef %s is there twice", t->name);
        for (const ast_decl *m = t->members; m; m = m->next)
            for (const ast_decl *other = t->members; other != m; other = other->next)
                if (!strcmp(other->name, m->name)) {
                    diag_error(l->diag, m->where, "typedef %s has two members %s", t->name, m->name);
                    break;
                }
    }
}

/* The names of --ghost must be globals of the file. */
static void check_ghost_names(lowering *l)
{
    VEC(const char *) names = {0};
    for (const ast_decl *d = l->file->globals; d; d = d->next)
        vec_push(&names, d->name);
    for (size_t i = 0; i < l->input->ghost_count; i++) {
        const char *name = l->input->ghosts[i];
        const symbol *s = symbol_find_global(l, name);
        if (!s || s->kind != SYMBOL_VARIABLE)
            diag_error(l->diag, (source_location){0}, "--ghost %s: there is no global variable of that name%s", name,
                       names_hint(l->scratch, name, names.data, names.count));
    }
    vec_release(&names);
}

static void declare_globals(lowering *l)
{
    types_declare_mtypes(l);
    check_typedefs(l);
    declare_shared(l);
    for (const ast_decl *d = l->file->globals; d; d = d->next)
        types_declare_global(l, d);
    for (const ast_proctype *t = l->file->proctypes; t; t = t->next)
        declare_proctype(l, t);
    check_ghost_names(l);
}

/* ---- Processes ---- */

static void declare_all_locals(lowering *l)
{
    for (l->process = 0; l->process < l->proctypes.count; l->process++) {
        const ast_proctype *t = l->proctypes.data[l->process].ast;
        for (const ast_decl *d = t->parameters; d; d = d->next) {
            if (d->initializer || d->is_channel_initializer)
                diag_error(l->diag, d->where, "a parameter has no initial value");
            types_declare_local(l, d, true);
        }
        lowering_process(l)->parameter_count = (uint32_t)lowering_process(l)->locals.count;
        lower_declare_locals(l, t->body);
    }
    l->process = LOWER_NO_PROCESS;
}

static void lower_process(lowering *l, uint32_t number)
{
    proctype_info *info = &l->proctypes.data[number];
    l->process = number;
    vec_clear(&l->visible);
    for (const ast_decl *d = info->ast->parameters; d; d = d->next)
        symbol_show(l, &info->locals.data[info->next_local++], 0);
    if (info->ast->provided)
        lowering_process(l)->provided = lower_expr(l, info->ast->provided);
    lower_body(l, info->ast->body);
    vec_clear(&l->visible);
    l->process = LOWER_NO_PROCESS;
}

/* Active proctypes and init exist from the start, in the order of the file. */
static void start_processes(lowering *l)
{
    program *p = l->program;
    for (uint32_t i = 0; i < l->proctypes.count; i++) {
        const ast_proctype *t = l->proctypes.data[i].ast;
        int32_t count = t->is_init ? 1 : 0;
        if (t->active && !types_constant(l, t->active, "the number of processes", &count))
            continue;
        if (count < 0 || (t->active && count < 1))
            diag_error(l->diag, t->active->where, "active [%d]: at least one process is needed", count);
        if ((size_t)count + p->start.count > PROGRAM_MAX_PROCESSES) {
            diag_error(l->diag, t->where, "more than %d processes", PROGRAM_MAX_PROCESSES);
            return;
        }
        p->processes.data[i].active = count > 0 ? (uint32_t)count : 0;
        for (int32_t k = 0; k < count; k++)
            vec_push(&p->start, i);
    }
    if (!p->start.count && !diag_has_errors(l->diag))
        diag_error(l->diag, l->file->proctypes->where, "nothing runs: there is neither init nor an active proctype; write active proctype %s, or init { run %s(..) }",
                   l->file->proctypes->name, l->file->proctypes->name);
}

/* ---- Labels of other processes ---- */

static void resolve_labels(lowering *l)
{
    for (size_t i = 0; i < l->label_uses.count; i++) {
        const label_use *use = &l->label_uses.data[i];
        const process_type *t = &l->program->processes.data[use->at->process];
        uint32_t found = 0;
        if (!process_find_label(t, use->label, &found))
            diag_error(l->diag, use->at->where, "proctype %s has no label %s", t->name, use->label);
        use->at->value = (int32_t)found;
    }
}

/* ---- The whole file ---- */

static void lower_file(lowering *l)
{
    program *p = l->program;
    p->name = arena_strdup(p->memory, l->input->file_name ? l->input->file_name : "");
    p->language = "promela";
    p->processes_die = true;
    p->input_hash = l->file->text_hash;
    declare_globals(l);
    declare_all_locals(l);
    start_processes(l);
    for (uint32_t i = 0; i < l->proctypes.count; i++)
        lower_process(l, i);
    lower_membarriers(l);
    if (l->file->asks_last || l->input->asks_last)
        lower_last(l);
    lower_claims(l);
    if (!diag_has_errors(l->diag))
        resolve_labels(l);
}

program *promela_lower(const ast_file *file, const frontend_input *input, diag *d)
{
    lowering l = {.program = program_new(), .scratch = arena_new(), .diag = d, .file = file, .input = input, .process = LOWER_NO_PROCESS,
                  .shared = -1};
    program *made = l.program;
    lower_file(&l);
    if (diag_has_errors(d)) {
        program_free(made);
        made = NULL;
    } else {
        program_finish(made);
        places_drop_unsound(made);
        if (input->buffered)
            warn_counters(&l);
        if (input->buffered && !input->split_loads)
            warn_loads(&l);
    }
    lowering_release(&l);
    return made;
}

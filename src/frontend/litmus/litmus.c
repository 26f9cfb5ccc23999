/* litmus.c: litmus tests' entry in the table of front-ends. */
#include <string.h>

#include "frontend/frontend.h"
#include "frontend/litmus/litmus.h"

static program *parse(const frontend_input *input, diag *d)
{
    litmus_test t = {.memory = arena_new(), .diag = d, .program = program_new()};
    program *result = NULL;
    if (litmus_parse(&t, input))
        litmus_lower(&t, input);
    if (diag_has_errors(d))
        program_free(t.program);
    else
        result = t.program;
    litmus_release(&t);
    arena_free(t.memory);
    return result;
}

/* Of a program that parse made. */
static litmus_syntax syntax_of(const program *p)
{
    for (size_t i = 0; i < p->processes.count; i++)
        for (size_t k = 0; k < p->processes.data[i].locals.count; k++)
            if (p->processes.data[i].locals.data[k].name[0] == 'r')
                return LITMUS_ATT;
    return LITMUS_INTEL;
}

/* The names that a condition on a finished program may use. */
static void recall_names(litmus_test *t)
{
    const program *p = t->program;
    for (size_t i = 0; i < p->globals.count; i++)
        vec_push(&t->locations, ((litmus_location){.name = p->globals.data[i].name}));
    for (size_t i = 0; i < p->processes.count; i++) {
        const process_type *type = &p->processes.data[i];
        litmus_thread known = {.local_count = (uint32_t)type->locals.count};
        for (uint32_t k = 0; k < type->locals.count; k++) {
            token word = {.kind = TOKEN_NAME, .text = type->locals.data[k].name, .length = (uint32_t)strlen(type->locals.data[k].name)};
            uint32_t found;
            if (litmus_register_of(t, &word, &found))
                known.local[found] = k + 1;
        }
        vec_push(&t->threads, known);
    }
}

static bool has_new_names(const litmus_test *t)
{
    bool has = t->locations.count > t->program->globals.count;
    for (size_t i = 0; i < t->threads.count; i++)
        has |= t->threads.data[i].local_count > t->program->processes.data[i].locals.count;
    return has;
}

static const expr *parse_condition(program *of, const char *what, const char *text, const source_location *places, diag *d)
{
    litmus_test t = {.memory = arena_new(), .diag = d, .program = of, .syntax = syntax_of(of), .has_program = true, .of_state = true};
    source_location start = places ? *places : (source_location){diag_add_text(d, what, text), 1, 1};
    unsigned errors = d->error_count;
    const char *shown;
    scanner s;
    recall_names(&t);
    if (places)
        scanner_start_at_places(&s, text, places);
    else
        scanner_start(&s, text, 0, start);
    const expr *value = litmus_parse_condition(&t, &s, &shown);
    if (value && s.now.kind != TOKEN_END)
        litmus_expected(&t, &s, "the end of the condition");
    else if (value && has_new_names(&t))
        diag_error(d, start, "the test uses no register or location of such a name");
    litmus_release(&t);
    arena_free(t.memory);
    return d->error_count == errors ? value : NULL;
}

static const char *const extensions[] = {".litmus", NULL};

const frontend frontend_litmus = {.name = "litmus", .extensions = extensions, .parse = parse, .parse_condition = parse_condition};

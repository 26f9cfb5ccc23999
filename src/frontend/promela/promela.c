/* promela.c: Promela's entry in the table of front-ends. */
#include "frontend/frontend.h"
#include "frontend/promela/ast.h"

static program *parse(const frontend_input *input, diag *d)
{
    arena *memory = arena_new();
    const ast_file *file = promela_parse(memory, input, d);
    program *result = file ? promela_lower(file, input, d) : NULL;
    arena_free(memory);
    return result;
}

static const expr *parse_condition(program *of, const char *what, const char *text, const source_location *places, diag *d)
{
    const ast_expr *e = promela_parse_expression(of->memory, what, text, places, d);
    return e ? promela_lower_condition(of, e, d) : NULL;
}

static const char *const extensions[] = {".pml", ".prom", ".promela", ".spin", ".pm", NULL};

const frontend frontend_promela = {.name = "promela", .extensions = extensions, .parse = parse, .parse_condition = parse_condition};

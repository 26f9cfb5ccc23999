/* pimp.c: PIMP's entry in the table of front-ends: the language of Arrahman, Andric, Beggiato and Lluch Lafuente (WRLA 2014). */
#include <string.h>

#include "frontend/frontend.h"
#include "frontend/pimp/parse.h"

static program *parse(const frontend_input *input, diag *d)
{
    uint32_t file = diag_add_source(d, input->file_name, input->text, input->length);
    program *made = program_new();
    made->no_atomic_write = "PIMP has none";
    made->language = "pimp";
    made->name = "";
    made->buffers_all = true;
    if (input->define_count || input->include_dir_count)
        diag_warning(d, (source_location){0}, "-D and -I do nothing here: PIMP has no preprocessor");
    pimp_parser p;
    pimp_parser_init(&p, made, input, d, input->text, NULL, input->length, file);
    pimp_parse_file(&p);
    if (!diag_has_errors(d))
        pimp_lower(&p);
    if (!diag_has_errors(d))
        pimp_resolve_labels(&p);
    pimp_parser_release(&p);
    if (diag_has_errors(d)) {
        program_free(made);
        return NULL;
    }
    program_finish(made);
    return made;
}

static const expr *parse_condition(program *of, const char *what, const char *text, const source_location *places, diag *d)
{
    unsigned errors = d->error_count;
    uint32_t file = places ? places->file : diag_add_text(d, what, text);
    pimp_parser p;
    pimp_parser_init(&p, of, NULL, d, text, places, strlen(text), file);
    for (size_t i = 0; i < of->globals.count; i++)
        names_add(&p.variables, of->globals.data[i].name, strlen(of->globals.data[i].name));
    p.of_state = true;
    const expr *made = pimp_condition(&p, what);
    if (!p.failed && p.now.kind != PIMP_END)
        pimp_error_expected(&p, "the end of the condition");
    if (d->error_count == errors)
        pimp_resolve_labels(&p);
    pimp_parser_release(&p);
    return d->error_count == errors ? made : NULL;
}

static const char *const extensions[] = {".pimp", NULL};

const frontend frontend_pimp = {.name = "pimp", .extensions = extensions, .parse = parse, .parse_condition = parse_condition};

/* dve.c: DVE's entries in the table of front-ends: the language of the DiVinE model checker, and its templates for m4. */
#include <string.h>

#include "frontend/dve/lower.h"
#include "frontend/dve/m4.h"
#include "frontend/dve/parse.h"

static bool has_ending(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length > tail && !strcmp(text + length - tail, ending);
}

static void read_text(program *made, const frontend_input *input, diag *d, const char *name, const char *text, size_t length)
{
    dve_file file;
    dve_parser p;
    arena *scratch = arena_new();
    dve_parser_init(&p, scratch, d, text, NULL, length, diag_add_source(d, name, text, length));
    dve_parse_file(&p, &file);
    made->input_hash = p.lexer.hash;
    if (!diag_has_errors(d)) {
        dve_lowering l;
        dve_lowering_init(&l, made, input, &file, d);
        dve_lower(&l);
        dve_lowering_release(&l);
    }
    dve_file_release(&file);
    arena_free(scratch);
}

static program *parse(const frontend_input *input, diag *d)
{
    program *made = program_new();
    made->binds_barriers = true;
    strbuf expanded = {0};
    bool is_template = has_ending(input->file_name, ".mdve");
    made->language = "dve";
    made->name = arena_strdup(made->memory, input->file_name);
    made->checks_values = !input->values_wrap;
    if (!is_template && (input->define_count || input->include_dir_count))
        diag_warning(d, (source_location){0}, "-D and -I do nothing here: only templates (.mdve) go through m4");
    if (!is_template)
        read_text(made, input, d, input->file_name, input->text, input->length);
    else if (dve_m4_expand(input, d, &expanded))
        read_text(made, input, d, arena_printf(made->memory, "%s after m4", input->file_name), strbuf_text(&expanded), expanded.length);
    strbuf_release(&expanded);
    if (!diag_has_errors(d))
        dve_read_formulas(made, input->file_name, d);
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
    dve_parser p;
    dve_lowering l;
    const expr *made = NULL;
    dve_lowering_init(&l, of, NULL, NULL, d);
    dve_parser_init(&p, l.scratch, d, text, places, strlen(text), file);
    p.of_state = true;
    const dve_expr *read = dve_expression(&p);
    if (!p.failed && p.now.kind != DVE_END)
        dve_error_expected(&p, "an operator or the end of the condition");
    if (d->error_count == errors) {
        dve_declare_program(&l);
        l.meaning = DVE_MEANS_STATE;
        made = dve_lower_expr(&l, read);
    }
    dve_lowering_release(&l);
    return d->error_count == errors ? made : NULL;
}

static const char *const extensions[] = {".dve", ".mdve", NULL};

const frontend frontend_dve = {.name = "dve", .extensions = extensions, .parse = parse, .parse_condition = parse_condition};

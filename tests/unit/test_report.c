/* test_report.c: the text report: verdict lines, and tables that fit for few and for many processes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program_builder.h"
#include "report/report.h"
#include "report/table.h"
#include "report/wrap.h"

static const machine TSO = {.memory = MEMORY_TSO, .buffer = 2};

static uint32_t columns_of(const char *line, const char *end)
{
    uint32_t columns = 0;
    for (; line < end; line++)
        columns += ((unsigned char)*line & 0xC0) != 0x80;
    return columns;
}

static uint32_t widest_line(const char *text)
{
    uint32_t widest = 0;
    while (*text) {
        const char *end = strchr(text, '\n');
        assert_non_null(end);
        uint32_t columns = columns_of(text, end);
        widest = columns > widest ? columns : widest;
        text = end + 1;
    }
    return widest;
}

/* Every process stores to the array with a long statement, one step each; the last step asserts. */
typedef struct crowd {
    program *p;
    diag d;
    property_list properties;
    arena *memory;
    const trace *t;
} crowd;

static void crowd_init(crowd *c, uint32_t processes)
{
    c->p = program_new();
    c->p->name = "crowd.pml";
    c->p->language = "promela";
    c->memory = arena_new();
    diag_init(&c->d);
    diag_add_source(&c->d, "crowd.pml", NULL, 0);
    uint32_t x = add_global(c->p, "shared_variable", processes + 1, VARIABLE_RELAXED), t = add_process(c->p, "process", 4, processes);
    add_store(c->p, t, 0, 1, 10, "shared_variable[0] = some_long_expression(1, 2, 3)", x, 1);
    add_edge(c->p, t, 1, 2, 11, "shared_variable[1] == 0", equal(c->p, global_at(c->p, x, constant(c->p, 1)), constant(c->p, 0)));
    add_effect(c->p, add_edge(c->p, t, 2, 3, 12, "assert(false)", NULL), (effect){.kind = EFFECT_ASSERT, .value = constant(c->p, 0)});
    program_finish(c->p);
    property_list_init(&c->properties, c->p, &c->d, true, false);
    run steps = {0};
    for (uint32_t e = 0; e < 2; e++)
        for (uint32_t i = 0; i < processes; i++)
            vec_push(&steps, ((step){.kind = STEP_EDGE, .process = i, .edge = e, .partner = -1}));
    vec_push(&steps, ((step){.kind = STEP_EDGE, .process = 0, .edge = 2, .partner = -1}));
    strbuf why = {0};
    c->t = trace_build(c->memory, c->p, TSO, &c->properties, (property_ref){0}, &steps, NO_LOOP, &why);
    assert_non_null(c->t);
    strbuf_release(&why);
    vec_release(&steps);
}

static void crowd_release(crowd *c)
{
    property_list_release(&c->properties);
    diag_release(&c->d);
    arena_free(c->memory);
    program_free(c->p);
}

static report report_of(const crowd *c, const report_options *options, const trace *const *traces)
{
    return (report){.version = "0", .file = "crowd.pml", .engine = "explicit", .program = c->p, .sources = &c->d,
                    .properties = &c->properties, .options = options, .machine = TSO, .exact = true,
                    .scope = "buffers of at most 2 stores", .verdict = REPORT_VIOLATED, .trace_count = 1, .traces = traces};
}

static void tables_fit(void **state)
{
    (void)state;
    report_options options = {.language = "promela", .memory = MEMORY_TSO, .buffer = 2};
    for (uint32_t processes = 1; processes <= 20; processes++) {
        crowd c;
        crowd_init(&c, processes);
        report r = report_of(&c, &options, &c.t);
        for (uint32_t width = 60; width <= 160; width += 20) {
            strbuf out = {0};
            report_text(&r, (report_look){.width = width}, &out);
            assert_true(widest_line(strbuf_text(&out)) <= width);
            assert_null(strchr(strbuf_text(&out), '\x1b'));
            strbuf_release(&out);
        }
        crowd_release(&c);
    }
}

/* What does not fit goes on in the next line. */
static void nothing_is_lost(void **state)
{
    (void)state;
    report_options options = {.language = "promela", .memory = MEMORY_TSO, .buffer = 2};
    crowd c;
    crowd_init(&c, 1);
    report r = report_of(&c, &options, &c.t);
    strbuf out = {0};
    report_text(&r, (report_look){.width = 60}, &out);
    assert_null(strstr(strbuf_text(&out), "…"));
    assert_non_null(strstr(strbuf_text(&out), "3)")); /* the end of the statement */
    strbuf_release(&out);
    crowd_release(&c);
}

static void the_first_line_is_the_verdict(void **state)
{
    (void)state;
    crowd c;
    crowd_init(&c, 2);
    report_options options = {.language = "promela", .memory = MEMORY_TSO, .buffer = 2};
    report r = report_of(&c, &options, &c.t);
    strbuf out = {0};
    report_text(&r, (report_look){0}, &out);
    assert_memory_equal(strbuf_text(&out), "crowd.pml: violated under TSO, buffers of at most 2 stores\n", 59);
    r.verdict = REPORT_HOLDS;
    r.trace_count = 0;
    r.complete = true;
    strbuf_clear(&out);
    report_text(&r, (report_look){0}, &out);
    assert_memory_equal(strbuf_text(&out), "crowd.pml: holds under TSO for buffers of at most 2 stores\n", 59);
    assert_int_equal(report_property_verdict(&r, (property_ref){0}), REPORT_HOLDS);
    r.exact = false;
    strbuf_clear(&out);
    report_text(&r, (report_look){0}, &out);
    assert_non_null(strstr(strbuf_text(&out), "for buffers of at most 2 stores (proved by an approximation)\n"));
    r.verdict = REPORT_UNKNOWN;
    r.reason = "the time limit of 5 s was reached";
    r.complete = false;
    strbuf_clear(&out);
    report_text(&r, (report_look){.colour = true}, &out);
    assert_non_null(strstr(strbuf_text(&out), "unknown\x1b[0m under TSO: the time limit of 5 s was reached\n"));
    assert_int_equal(report_property_verdict(&r, (property_ref){0}), REPORT_UNKNOWN);
    strbuf_release(&out);
    crowd_release(&c);
}

static void json_is_the_same_twice(void **state)
{
    (void)state;
    crowd c;
    crowd_init(&c, 2);
    report_options options = {.language = "promela", .memory = MEMORY_TSO, .buffer = 2};
    report r = report_of(&c, &options, &c.t);
    strbuf first = {0}, second = {0};
    report_json(&r, &first);
    report_json(&r, &second);
    assert_string_equal(strbuf_text(&first), strbuf_text(&second));
    const char *start = "{\n  \"tool\": \"tarry\",\n  \"version\": \"0\",\n  \"file\": \"crowd.pml\",\n  \"language\": \"promela\",\n"
                        "  \"memory\": \"tso\",\n  \"buffer\": 2,\n  \"engine\": \"explicit\",\n  \"exact\": true,\n"
                        "  \"scope\": \"buffers of at most 2 stores\",\n  \"verdict\": \"violated\",\n  \"properties\": [\n";
    assert_memory_equal(strbuf_text(&first), start, strlen(start));
    report_entry entries[] = {{.report = &r, .file = "crowd.pml"}, {.file = "bad.pml", .error = "no such file"}};
    strbuf_clear(&second);
    report_json_several("0", entries, 2, &second);
    assert_non_null(strstr(strbuf_text(&second), "\"verdict\": \"error\""));
    strbuf_release(&first);
    strbuf_release(&second);
    crowd_release(&c);
}

static void cells_and_paragraphs(void **state)
{
    (void)state;
    strbuf out = {0};
    const wrap_cell row[] = {{"abcdef", 4}, {"ab cd,ef", 5}, {"äöü", 3}, {"", 2}};
    report_add_row("no", row, 4, 1, &out);
    assert_string_equal(strbuf_text(&out), "no abcd ab    äöü\n   ef   cd,ef\n");
    strbuf_clear(&out);
    report_add_paragraph("one two three four", 2, 9, &out);
    assert_string_equal(strbuf_text(&out), "  one two\n  three\n  four\n");
    strbuf_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_fit),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(the_first_line_is_the_verdict),
        cmocka_unit_test(json_is_the_same_twice),
        cmocka_unit_test(cells_and_paragraphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

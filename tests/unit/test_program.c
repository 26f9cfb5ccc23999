/* test_program.c: what program_finish computes, names, the dump, and the list of properties. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program_builder.h"
#include "property/safety.h"

static void edges_are_sorted_by_node_and_priority(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t a = add_process(p, "A", 3, 1);
    add_edge(p, a, 1, 2, 1, "second", NULL);
    add_edge(p, a, 0, 1, 2, "plain 1", NULL);
    add_edge(p, a, 0, 2, 3, "plain 2", NULL);
    add_edge(p, a, 0, 2, 4, "escape 1", NULL)->priority = 1;
    add_edge(p, a, 0, 2, 5, "escape 2", NULL)->priority = 2;
    program_finish(p);
    const process_type *t = &p->processes.data[a];
    assert_int_equal(t->nodes.data[0].first_edge, 0);
    assert_int_equal(t->nodes.data[0].edge_count, 4);
    assert_int_equal(t->nodes.data[1].first_edge, 4);
    assert_int_equal(t->nodes.data[2].edge_count, 0);
    assert_true(t->nodes.data[2].is_end);
    const char *order[] = {"escape 2", "escape 1", "plain 1", "plain 2", "second"};
    for (size_t i = 0; i < 5; i++)
        assert_string_equal(t->edges.data[i].text, order[i]);
    program_free(p);
}

static void offsets_and_owners(void **state)
{
    (void)state;
    program *p = program_new();
    add_global(p, "x", 1, VARIABLE_RELAXED);
    add_global(p, "a", 3, VARIABLE_RELAXED);
    add_global(p, "y", 1, VARIABLE_GHOST);
    uint32_t t = add_process(p, "A", 1, 0);
    add_local(p, t, "i");
    add_local(p, t, "j");
    program_finish(p);
    assert_int_equal(p->global_count, 5);
    assert_int_equal(p->globals.data[2].offset, 4);
    uint32_t owner[] = {0, 1, 1, 1, 2};
    for (uint32_t e = 0; e < 5; e++)
        assert_int_equal(program_global_of_element(p, e), owner[e]);
    assert_int_equal(p->processes.data[t].local_count, 2);
    assert_int_equal(p->processes.data[t].locals.data[1].offset, 1);
    program_free(p);
}

static void element_names(void **state)
{
    (void)state;
    strbuf out = {0};
    variable plain = {.name = "turn", .count = 1};
    variable array = {.name = "want", .count = 2, .dimensions = 1, .dimension = {2}};
    variable member = {.name = "s[].next", .count = 12, .dimensions = 2, .dimension = {3, 4}};
    variable_element_name(&plain, 0, &out);
    strbuf_add_char(&out, ' ');
    variable_element_name(&array, 1, &out);
    strbuf_add_char(&out, ' ');
    variable_element_name(&member, 9, &out);
    assert_string_equal(strbuf_text(&out), "turn want[1] s[2].next[1]");
    strbuf_release(&out);
}

static void mtype_values_have_names(void **state)
{
    (void)state;
    program *p = program_new();
    strbuf out = {0};
    vec_push(&p->mtypes, ((mtype_name){.set = 0, .value = 1, .name = "ack"}));
    vec_push(&p->mtypes, ((mtype_name){.set = 1, .value = 1, .name = "red"}));
    variable v = {.name = "m", .count = 1, .is_mtype = true, .mtype_set = 1};
    variable_value_text(p, &v, 1, &out);
    strbuf_add_char(&out, ' ');
    variable_value_text(p, &v, 9, &out);
    assert_string_equal(strbuf_text(&out), "red 9");
    strbuf_release(&out);
    program_free(p);
}

static void dump_is_stable(void **state)
{
    (void)state;
    program *p = program_new();
    diag d;
    strbuf out = {0};
    diag_init(&d);
    diag_add_source(&d, "m.pml", NULL, 0);
    p->name = "m.pml";
    p->language = "promela";
    p->processes_die = true;
    uint32_t x = add_global(p, "x", 1, VARIABLE_RELAXED), want = add_global(p, "want", 2, VARIABLE_RELAXED);
    uint32_t n = add_global(p, "ncrit", 1, VARIABLE_GHOST), c = add_channel(p, "c", 2, 1);
    uint32_t a = add_process(p, "A", 4, 2), i = add_local(p, a, "i");
    add_label(p, a, "CS", 1);
    expr *pid = expr_new(p->memory, EXPR_PID, at_line(0));
    edge *e = add_edge(p, a, 0, 1, 7, "x = i + 1", equal(p, global_at(p, want, bounded(p, pid, 2, 7)), constant(p, 0)));
    e->hold = HOLD_ATOMIC;
    add_effect(p, e, (effect){.kind = EFFECT_ASSIGN, .target = to_global(x), .value = binary(p, OP_ADD, local(p, i), constant(p, 1))});
    add_effect(p, e, (effect){.kind = EFFECT_FENCE, .flush = true});
    add_edge(p, a, 0, 2, 8, "else", NULL)->is_else = true;
    e = add_edge(p, a, 1, 2, 9, "assert(ncrit == 1)", NULL);
    add_effect(p, e, (effect){.kind = EFFECT_ASSERT, .value = equal(p, global(p, n), constant(p, 1))});
    e = add_edge(p, a, 2, 3, 10, "c!3", NULL);
    e->priority = 1;
    add_effect(p, e, send_of(p, c, 3));
    program_finish(p);
    program_print(p, &d, &out);
    assert_string_equal(strbuf_text(&out), "program m.pml (promela)\n"
                                           "first process 0, processes die\n"
                                           "relaxed byte x = 0\n"
                                           "relaxed byte want[2] = 0\n"
                                           "ghost byte ncrit = 0\n"
                                           "ghost chan c = 0\n"
                                           "channel c = [2] of {byte}\n"
                                           "start A A\n"
                                           "\n"
                                           "process A active 2  # -\n"
                                           "  local int i\n"
                                           "  node 0 entry\n"
                                           "    edge 0 -> 1 atomic  # m.pml:7  x = i + 1\n"
                                           "      when want[_pid] == 0\n"
                                           "      store x = i + 1\n"
                                           "      fence (flushes)\n"
                                           "    edge 1 -> 2 else  # m.pml:8  else\n"
                                           "  node 1 label CS\n"
                                           "    edge 2 -> 2  # m.pml:9  assert(ncrit == 1)\n"
                                           "      assert(ncrit == 1)\n"
                                           "  node 2\n"
                                           "    edge 3 -> 3 priority 1  # m.pml:10  c!3\n"
                                           "      send c!3\n"
                                           "  node 3 final end\n");
    strbuf_release(&out);
    diag_release(&d);
    program_free(p);
}

static void labels_are_found(void **state)
{
    (void)state;
    program *p = program_new();
    uint32_t a = add_process(p, "A", 2, 1), found = 9;
    add_label(p, a, "CS", 1);
    program_finish(p);
    assert_true(process_find_label(&p->processes.data[a], "CS", &found));
    assert_int_equal(found, 1);
    assert_false(process_find_label(&p->processes.data[a], "none", &found));
    program_free(p);
}

/* Assertions in the order of the source, one property a statement, then the rest. */
static void properties_are_listed(void **state)
{
    (void)state;
    program *p = program_new();
    diag d;
    diag_init(&d);
    diag_add_source(&d, "m.pml", NULL, 0);
    uint32_t a = add_process(p, "A", 4, 1), b = add_process(p, "B", 2, 1);
    effect wrong = {.kind = EFFECT_ASSERT, .value = constant(p, 0)};
    add_effect(p, add_edge(p, a, 0, 1, 30, "assert(0)", NULL), wrong);
    add_effect(p, add_edge(p, a, 1, 2, 10, "assert(0)", NULL), wrong);
    add_effect(p, add_edge(p, b, 0, 1, 30, "assert(0)", NULL), wrong); /* the same statement again, by way of an inline */
    program_finish(p);
    property_list list;
    property_list_init(&list, p, &d, true, true);
    assert_int_equal(property_first_temporal(&list), list.items.count);
    property_add(&list, (property){.kind = PROPERTY_LTL, .name = "ltl p1"});
    const char *names[] = {"assert at m.pml:10", "assert at m.pml:30", "run-time error", "deadlock", "buffer overflow", "ltl p1"};
    assert_int_equal(list.items.count, 6);
    assert_int_equal(property_first_temporal(&list), 5);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(list.items.data[i].name, names[i]);
    assert_int_equal(property_of_assertion(&list, &p->processes.data[a].edges.data[0].effects[0]).index, 1);
    assert_int_equal(property_of_assertion(&list, &p->processes.data[b].edges.data[0].effects[0]).index, 1);
    assert_int_equal(property_of_kind(&list, PROPERTY_DEADLOCK).index, 3);
    assert_false(property_list_has(&list, PROPERTY_NEVER));
    assert_string_equal(property_kind_name(PROPERTY_RUNTIME), "runtime");
    property_list_release(&list);
    diag_release(&d);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_are_sorted_by_node_and_priority),
        cmocka_unit_test(offsets_and_owners),
        cmocka_unit_test(element_names),
        cmocka_unit_test(mtype_values_have_names),
        cmocka_unit_test(dump_is_stable),
        cmocka_unit_test(labels_are_found),
        cmocka_unit_test(properties_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

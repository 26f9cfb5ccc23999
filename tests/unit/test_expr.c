/* test_expr.c: operators, wrapping, evaluation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/visit.h"
#include "program_builder.h"

static int32_t apply(expr_op op, int32_t a, int32_t b)
{
    bool ok = true;
    int32_t value = op_apply(op, a, b, &ok);
    assert_true(ok);
    return value;
}

static void types_wrap(void **state)
{
    (void)state;
    value_type bit = {1, false}, byte = {8, false}, three = {3, false}, small = {16, true}, full = {32, true}, word = {32, false};
    assert_int_equal(value_wrap(bit, 2), 0);
    assert_int_equal(value_wrap(bit, -1), 1);
    assert_int_equal(value_wrap(byte, 256), 0);
    assert_int_equal(value_wrap(byte, -1), 255);
    assert_int_equal(value_wrap(three, 9), 1);
    assert_int_equal(value_wrap(small, 32768), -32768);
    assert_int_equal(value_wrap(small, -32769), 32767);
    assert_int_equal(value_wrap(full, 2147483648), INT32_MIN);
    assert_int_equal(value_wrap(full, INT32_MIN), INT32_MIN);
    assert_int_equal(value_wrap(word, 4294967295), -1);
}

static void operators_wrap_to_32_bits(void **state)
{
    (void)state;
    assert_int_equal(apply(OP_ADD, INT32_MAX, 1), INT32_MIN);
    assert_int_equal(apply(OP_SUBTRACT, INT32_MIN, 1), INT32_MAX);
    assert_int_equal(apply(OP_MULTIPLY, 65536, 65536), 0);
    assert_int_equal(apply(OP_NEGATE, INT32_MIN, 0), INT32_MIN);
    assert_int_equal(apply(OP_DIVIDE, INT32_MIN, -1), INT32_MIN);
    assert_int_equal(apply(OP_REMAINDER, INT32_MIN, -1), 0);
    assert_int_equal(apply(OP_DIVIDE, -7, 2), -3);
    assert_int_equal(apply(OP_REMAINDER, -7, 2), -1);
    assert_int_equal(apply(OP_NOT, 5, 0), 0);
    assert_int_equal(apply(OP_COMPLEMENT, 0, 0), -1);
    assert_int_equal(apply(OP_BIT_XOR, 6, 3), 5);
    assert_int_equal(apply(OP_AND, 2, 4), 1);
    assert_int_equal(apply(OP_OR, 0, 0), 0);
}

static void shifts_out_of_range_are_defined(void **state)
{
    (void)state;
    assert_int_equal(apply(OP_SHIFT_LEFT, 1, 31), INT32_MIN);
    assert_int_equal(apply(OP_SHIFT_LEFT, 1, 32), 0);
    assert_int_equal(apply(OP_SHIFT_LEFT, 1, -1), 0);
    assert_int_equal(apply(OP_SHIFT_RIGHT, -8, 1), -4);
    assert_int_equal(apply(OP_SHIFT_RIGHT, -8, 40), -1);
    assert_int_equal(apply(OP_SHIFT_RIGHT, 8, 40), 0);
    assert_int_equal(apply(OP_SHIFT_RIGHT, 8, -1), 0);
}

static void division_by_zero_is_reported(void **state)
{
    (void)state;
    bool ok = true;
    op_apply(OP_DIVIDE, 1, 0, &ok);
    assert_false(ok);
    ok = true;
    op_apply(OP_REMAINDER, 1, 0, &ok);
    assert_false(ok);
}

/* ---- Evaluation: every global holds 10 times its number plus its index ---- */

static int32_t leaf(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    (*(int *)data)++;
    if (e->kind == EXPR_GLOBAL)
        return (int32_t)e->variable * 10 + index;
    if (e->kind == EXPR_AT)
        return pid;
    if (e->kind == EXPR_LENGTH)
        return index + 100;
    state->error = EVAL_NO_PROCESS;
    return 77;
}

static void evaluation_asks_only_for_what_it_needs(void **state)
{
    (void)state;
    program *p = program_new();
    int calls = 0;
    eval_source from = {leaf, &calls};
    eval_state s = {0};
    const expr *lazy = binary(p, OP_AND, constant(p, 0), global(p, 1));
    assert_int_equal(expr_eval(lazy, &from, &s), 0);
    lazy = binary(p, OP_OR, constant(p, 3), global(p, 1));
    assert_int_equal(expr_eval(lazy, &from, &s), 1);
    assert_int_equal(calls, 0);
    expr *choice = expr_new(p->memory, EXPR_CONDITIONAL, at_line(1));
    choice->a = constant(p, 1);
    choice->b = global(p, 2);
    choice->c = global(p, 3);
    assert_int_equal(expr_eval(choice, &from, &s), 20);
    assert_int_equal(calls, 1);
    program_free(p);
}

static void leaves_get_index_pid_and_channel(void **state)
{
    (void)state;
    program *p = program_new();
    int calls = 0;
    eval_source from = {leaf, &calls};
    eval_state s = {0};
    assert_int_equal(expr_eval(global_at(p, 1, bounded(p, constant(p, 2), 3, 1)), &from, &s), 12);
    expr *at = expr_new(p->memory, EXPR_AT, at_line(1));
    assert_int_equal(expr_eval(at, &from, &s), -1);
    at->pid = constant(p, 4);
    assert_int_equal(expr_eval(at, &from, &s), 4);
    expr *length = expr_new(p->memory, EXPR_LENGTH, at_line(1));
    length->a = constant(p, 6);
    assert_int_equal(expr_eval(length, &from, &s), 106);
    assert_int_equal(s.error, EVAL_OK);
    program_free(p);
}

static void the_first_error_stays(void **state)
{
    (void)state;
    program *p = program_new();
    int calls = 0;
    eval_source from = {leaf, &calls};
    eval_state s = {0};
    const expr *bad = global_at(p, 0, bounded(p, constant(p, 7), 3, 12));
    assert_int_equal(expr_eval(binary(p, OP_ADD, bad, global(p, 1)), &from, &s), 0);
    assert_int_equal(s.error, EVAL_INDEX);
    assert_int_equal(s.where.line, 12);
    assert_int_equal(calls, 0);
    assert_string_equal(eval_error_text(p->memory, &s), "invalid index 7 (array has 3 elements)");
    s = (eval_state){0};
    expr_eval(binary(p, OP_DIVIDE, constant(p, 1), constant(p, 0)), &from, &s);
    assert_string_equal(eval_error_text(p->memory, &s), "division by zero");
    s = (eval_state){0};
    assert_int_equal(expr_eval(expr_new(p->memory, EXPR_REMOTE, at_line(5)), &from, &s), 0);
    assert_int_equal(s.error, EVAL_NO_PROCESS);
    assert_int_equal(s.where.line, 5);
    program_free(p);
}

static void count(void *data, const expr *e, visit_role role)
{
    (void)e, (void)role;
    (*(int *)data)++;
}

static void constants_and_walks(void **state)
{
    (void)state;
    program *p = program_new();
    int32_t value = 0;
    assert_true(expr_is_const(constant(p, 5), &value));
    assert_int_equal(value, 5);
    assert_true(expr_is_const(bounded(p, constant(p, 2), 3, 1), &value));
    assert_int_equal(value, 2);
    assert_false(expr_is_const(bounded(p, constant(p, 3), 3, 1), &value));
    assert_false(expr_is_const(global(p, 0), &value));
    int nodes = 0;
    visit_expr(&(program_visitor){.expr = count, .data = &nodes}, equal(p, global_at(p, 0, constant(p, 1)), constant(p, 2)), VISIT_GUARD);
    assert_int_equal(nodes, 4);
    program_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_wrap),
        cmocka_unit_test(operators_wrap_to_32_bits),
        cmocka_unit_test(shifts_out_of_range_are_defined),
        cmocka_unit_test(division_by_zero_is_reported),
        cmocka_unit_test(evaluation_asks_only_for_what_it_needs),
        cmocka_unit_test(leaves_get_index_pid_and_channel),
        cmocka_unit_test(the_first_error_stays),
        cmocka_unit_test(constants_and_walks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

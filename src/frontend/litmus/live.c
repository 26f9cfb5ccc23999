/* live.c: which registers of a thread may still be asked for.
 *
 * A register is live before an instruction when its value may be read, by this or a later one or by the question about final states. What is not live
 * may as well be 0: so final states stay as they are, and runs that differ in nothing else become one. Sets of registers are masks; the zero flag is
 * one more register. */
#include "frontend/litmus/litmus.h"

/* Each jump back within another takes one more round; in a test that would need more than MAX_ROUNDS all registers are kept. */
enum { FLAG = 1u << LITMUS_REGISTERS, MAX_ROUNDS = 50 };

static uint32_t bit_of(const operand *o, operand_kind kind)
{
    return o->kind == kind ? 1u << o->index : 0;
}

/* The registers that the instruction reads, and those that it writes in any case. An address in a register is read. */
static void find_accesses(const instruction *in, uint32_t *reads, uint32_t *writes)
{
    uint32_t to = bit_of(&in->to, OPERAND_REGISTER), from = bit_of(&in->from, OPERAND_REGISTER);
    *reads = bit_of(&in->to, OPERAND_INDIRECT) | bit_of(&in->from, OPERAND_INDIRECT) | from;
    *writes = 0;
    switch (in->code) {
    case CODE_MOV: *writes = to; break;
    case CODE_XCHG:
        *reads |= to;
        *writes = to | from;
        break;
    case CODE_XADD:
        *reads |= to;
        *writes = to | from | FLAG;
        break;
    case CODE_BINARY:
    case CODE_STEP:
        *reads |= to;
        *writes = to | FLAG;
        break;
    case CODE_CMPXCHG: /* whether CMPXCHG writes to a register depends on values */
        *reads |= to | 1u;
        *writes = FLAG;
        break;
    case CODE_CMP:
    case CODE_TEST:
        *reads |= to;
        *writes = FLAG;
        break;
    case CODE_JUMP_EQUAL:
    case CODE_JUMP_NOT_EQUAL: *reads = FLAG; break;
    case CODE_JUMP:
    case CODE_MFENCE:
    case CODE_SFENCE:
    case CODE_NOTHING: break;
    }
}

static uint32_t live_after(const litmus_test *t, uint32_t thread, uint32_t index, const uint32_t *live)
{
    const instruction *in = &t->threads.data[thread].code.data[index];
    uint32_t after = in->code == CODE_JUMP ? 0 : live[index + 1];
    return in->label ? after | live[litmus_label_index(t, in->label)] : after;
}

/* Registers that no instruction writes to hold one value all the time: there is nothing to forget. */
static uint32_t find_constant(const litmus_test *t, uint32_t thread)
{
    uint32_t written = 0;
    for (size_t i = 0; i < t->threads.data[thread].code.count; i++) {
        const instruction *in = &t->threads.data[thread].code.data[i];
        uint32_t reads, writes;
        find_accesses(in, &reads, &writes);
        written |= in->code == CODE_CMPXCHG ? writes | bit_of(&in->to, OPERAND_REGISTER) | 1u : writes;
    }
    return ~written;
}

/* What the question asks of the thread. */
static uint32_t find_asked(const litmus_test *t, uint32_t thread)
{
    uint32_t asked = 0;
    for (size_t i = 0; i < t->shown.count + t->filtered.count; i++) {
        const litmus_name *name = i < t->shown.count ? &t->shown.data[i] : &t->filtered.data[i - t->shown.count];
        if (name->is_register && name->thread == thread)
            asked |= 1u << name->index;
    }
    return asked;
}

/* The registers that are live before the index-th instruction, given those that are live after it. */
static uint32_t live_before(const litmus_test *t, uint32_t thread, uint32_t index, const uint32_t *live)
{
    uint32_t reads, writes;
    find_accesses(&t->threads.data[thread].code.data[index], &reads, &writes);
    return reads | (live_after(t, thread, index, live) & ~writes);
}

const uint32_t *litmus_find_live(const litmus_test *t, uint32_t thread, bool all)
{
    uint32_t count = (uint32_t)t->threads.data[thread].code.count;
    uint32_t *live = ARENA_ARRAY(t->memory, uint32_t, count + 1);
    uint32_t constant = find_constant(t, thread);
    bool changed = !all;
    live[count] = find_asked(t, thread) | constant;
    for (int round = 0; changed && round < MAX_ROUNDS; round++) {
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            uint32_t before = live_before(t, thread, i, live) | constant;
            changed |= before != live[i];
            live[i] = before;
        }
    }
    for (uint32_t i = 0; i <= count && (all || changed); i++)
        live[i] = UINT32_MAX;
    return live;
}

uint32_t litmus_forgotten(const litmus_test *t, uint32_t thread, const uint32_t *live, uint32_t index, uint32_t next)
{
    uint32_t reads, writes;
    find_accesses(&t->threads.data[thread].code.data[index], &reads, &writes);
    return (live[index] | reads | writes) & ~live[next];
}

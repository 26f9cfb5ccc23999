#include "items.h"

/* Row: kind, process or -1, globals, channels (number of messages, their fields), then for each process: type, position, node, locals. */

static void add_process(item_row *out, uint32_t type, uint32_t position, int32_t node_at, const int32_t *locals, uint32_t local_count)
{
    vec_push(out, (int32_t)type);
    vec_push(out, (int32_t)position);
    vec_push(out, node_at);
    for (uint32_t i = 0; i < local_count; i++)
        vec_push(out, locals[i]);
}

static void begin(item_row *out, item_kind kind, uint32_t process)
{
    vec_clear(out);
    vec_push(out, (int32_t)kind);
    vec_push(out, (int32_t)process);
}

uint32_t item_living(const program *p, const shape *of, const int32_t *slots)
{
    uint32_t count = of->process_count;
    while (p->processes_die && count > 0) {
        const process_slots *q = &of->process[count - 1];
        if (!p->processes.data[q->type].nodes.data[slots[q->pc]].is_final)
            break;
        count--;
    }
    return count;
}

void item_of_slots(item_row *out, item_kind kind, const program *p, const shape *of, const int32_t *slots, uint32_t process)
{
    begin(out, kind, process);
    for (uint32_t i = 0; i < p->global_count; i++)
        vec_push(out, slots[i]);
    for (uint32_t c = 0; c < p->channels.count; c++) {
        const channel_slots *at = &of->channel[c];
        uint32_t length = at->declaration->capacity ? (uint32_t)slots[at->first] : 0;
        vec_push(out, (int32_t)length);
        for (uint32_t i = 0; i < length * at->declaration->field_count; i++)
            vec_push(out, slots[at->first + 1 + i]);
    }
    uint32_t count = kind == ITEM_DEADLOCK ? item_living(p, of, slots) : of->process_count;
    for (uint32_t q = 0; q < count; q++)
        if (process == ITEM_ALL || process == q)
            add_process(out, of->process[q].type, q, slots[of->process[q].pc], slots + of->process[q].locals,
                        p->processes.data[of->process[q].type].local_count);
}

void item_of_replay(item_row *out, item_kind kind, const replay *r, uint32_t process)
{
    const program *p = r->program;
    const replay_state *s = &r->now;
    begin(out, kind, process);
    for (size_t i = 0; i < s->globals.count; i++)
        vec_push(out, s->globals.data[i]);
    for (uint32_t c = 0; c < p->channels.count; c++) {
        uint32_t fields = p->channels.data[c].field_count;
        vec_push(out, (int32_t)s->channels.data[c].count);
        for (uint32_t i = 0; i < s->channels.data[c].count; i++)
            for (uint32_t k = 0; k < fields; k++)
                vec_push(out, replay_message(s, c, i)[k]);
    }
    for (uint32_t q = 0; q < s->processes.count; q++) {
        const replay_process *at = &s->processes.data[q];
        if (process == ITEM_ALL || process == q)
            add_process(out, at->type, q, (int32_t)at->node, s->locals.data + at->first_local, p->processes.data[at->type].local_count);
    }
}

static void print_process(const program *p, const int32_t *row, uint32_t *at, strbuf *out)
{
    const process_type *t = &p->processes.data[row[*at]];
    const node *n = &t->nodes.data[row[*at + 2]];
    uint32_t line = n->edge_count ? t->edges.data[n->first_edge].where.line : 0;
    strbuf_printf(out, " %s[%d]@%d(line %u)", t->name, row[*at + 1], row[*at + 2], line);
    *at += 3;
    for (size_t i = 0; i < t->locals.count; i++)
        for (uint32_t e = 0; e < t->locals.data[i].count; e++)
            strbuf_printf(out, " %s=%d", t->locals.data[i].name, row[(*at)++]);
}

void item_print(const program *p, const int32_t *row, uint32_t count, strbuf *out)
{
    /* in the order of item_kind */
    static const char *const names[] = {"pair", "pair with empty buffers", "state", "state with empty buffers", "deadlock"};
    uint32_t at = 2;
    strbuf_printf(out, "%s:", names[row[0]]);
    for (size_t i = 0; i < p->globals.count; i++)
        for (uint32_t e = 0; e < p->globals.data[i].count; e++)
            strbuf_printf(out, " %s=%d", p->globals.data[i].name, row[at++]);
    for (size_t c = 0; c < p->channels.count; c++) {
        uint32_t length = (uint32_t)row[at++];
        strbuf_printf(out, " %s:[", p->channels.data[c].name);
        for (uint32_t i = 0; i < length * p->channels.data[c].field_count; i++)
            strbuf_printf(out, " %d", row[at++]);
        strbuf_add(out, " ]");
    }
    strbuf_add(out, " |");
    while (at < count)
        print_process(p, row, &at, out);
}

/* promela_message.c: channels as arrays of messages. */
#include "export/promela.h"

/* ---- Asking ---- */
static const channel *declaration(const promela_writer *w, uint32_t number)
{
    return w->channels.data[number - 1].declaration;
}

const char *promela_no_channel(promela_writer *w, const char *number)
{
    const char *any = "0";
    for (uint32_t i = 1; i <= w->channels.count; i++)
        any = promela_either(w, any, promela_is_channel(w, number, i));
    return arena_printf(w->memory, "!%s", any);
}

static const char *length(promela_writer *w, expr_kind kind, uint32_t number)
{
    static const char *const tests[] = {"(len%u)", "(len%u == 0)", "(len%u != 0)", "(len%u == %u)", "(len%u != %u)"}; /* ORDER EXPR_LENGTH... */
    uint32_t capacity = declaration(w, number)->capacity;
    return arena_printf(w->memory, tests[kind - EXPR_LENGTH], number, capacity);
}

static void expect_unchanged(promela_writer *w, source_location where)
{
    if (w->has_sent)
        promela_refuse(w, where, "a step that looks at channels after a message, and then may have to wait, is not translated");
}

const char *promela_length(promela_writer *w, const expr *e)
{
    uint32_t known = promela_known_channel(w, e->a);
    expect_unchanged(w, e->where);
    if (known)
        return length(w, e->kind, known);
    const char *sum = "0", *name = promela_text(w, e->a);
    for (uint32_t i = 1; i <= w->channels.count; i++)
        sum = arena_printf(w->memory, "%s + %s * %s", sum, promela_is_channel(w, name, i), length(w, e->kind, i));
    return arena_printf(w->memory, "(%s)", sum);
}

static const char *message_field(promela_writer *w, uint32_t number, const char *at, uint32_t field)
{
    return arena_printf(w->memory, "msg%u[%s * %u + %u]", number, at, declaration(w, number)->field_count, field);
}

/* Whether the fields below `end` fit. */
static const char *fields_fit(promela_writer *w, const effect *f, uint32_t number, const char *at, uint32_t end)
{
    const char *all = arena_printf(w->memory, "len%u > %s", number, at);
    for (uint32_t i = 0; i < end; i++)
        if (f->patterns[i].match)
            all = arena_printf(w->memory, "%s && %s == %s", all, message_field(w, number, at, i), promela_text(w, f->patterns[i].match));
    return arena_printf(w->memory, "(%s)", all);
}

static uint32_t field_count(const promela_writer *w, const effect *f, uint32_t number)
{
    uint32_t fields = declaration(w, number)->field_count;
    return f->argument_count < fields ? f->argument_count : fields;
}

const char *promela_fits(promela_writer *w, const effect *f, uint32_t number, const char *at)
{
    return fields_fit(w, f, number, at, field_count(w, f, number));
}

const char *promela_comparing_fails(promela_writer *w, const effect *f, uint32_t number, const char *at)
{
    const char *any = NULL;
    for (uint32_t i = 0; i < field_count(w, f, number); i++) {
        const char *fails = promela_fails(w, f->patterns[i].match);
        if (fails)
            any = promela_either(w, any, arena_printf(w->memory, "(%s && %s)", fields_fit(w, f, number, at, i), fails));
    }
    return any;
}

static uint32_t positions(const promela_writer *w, const effect *f, uint32_t number)
{
    uint32_t capacity = declaration(w, number)->capacity;
    return f->random ? capacity : capacity ? 1 : 0;
}

const char *promela_message_there(promela_writer *w, const effect *f, uint32_t number)
{
    const char *any = "0";
    expect_unchanged(w, f->where);
    for (uint32_t i = 0; i < positions(w, f, number); i++) {
        const char *at = arena_printf(w->memory, "%u", i);
        any = promela_either(w, any, promela_either(w, promela_comparing_fails(w, f, number, at), promela_fits(w, f, number, at)));
    }
    return any;
}

const char *promela_search_fails(promela_writer *w, const effect *f, uint32_t number)
{
    const char *later = NULL;
    for (uint32_t i = positions(w, f, number); i-- > 0;) {
        const char *at = arena_printf(w->memory, "%u", i);
        if (later)
            later = arena_printf(w->memory, "(!%s && %s)", promela_fits(w, f, number, at), later);
        later = promela_either(w, promela_comparing_fails(w, f, number, at), later);
    }
    return later;
}

const char *promela_poll(promela_writer *w, const effect *f)
{
    uint32_t known = promela_known_channel(w, f->channel);
    if (known)
        return promela_message_there(w, f, known);
    const char *any = "0", *name = promela_text(w, f->channel);
    for (uint32_t i = 1; i <= w->channels.count; i++)
        any = promela_either(w, any, arena_printf(w->memory, "(%s && %s)", promela_is_channel(w, name, i), promela_message_there(w, f, i)));
    return any;
}

const char *promela_poll_fails(promela_writer *w, const effect *f)
{
    uint32_t known = promela_known_channel(w, f->channel);
    if (known)
        return promela_search_fails(w, f, known);
    const char *name = promela_text(w, f->channel), *any = promela_either(w, promela_fails(w, f->channel), promela_no_channel(w, name));
    for (uint32_t i = 1; i <= w->channels.count; i++) {
        const char *fails = promela_search_fails(w, f, i);
        any = promela_either(w, any, fails ? arena_printf(w->memory, "(%s && %s)", promela_is_channel(w, name, i), fails) : NULL);
    }
    return any;
}

const char *promela_received(promela_writer *w, const effect *f, uint32_t number, uint32_t field)
{
    const char *value = "0";
    for (uint32_t i = positions(w, f, number); i-- > 0;) {
        const char *at = arena_printf(w->memory, "%u", i);
        value = f->random ? arena_printf(w->memory, "(%s -> %s : %s)", promela_fits(w, f, number, at), message_field(w, number, at, field), value) : message_field(w, number, at, field);
    }
    return value;
}

/* ---- Sending and receiving ---- */
void promela_write_no_channel(promela_writer *w, uint32_t number)
{
    const channel *c = declaration(w, number);
    strbuf_printf(w->out, " len%u = 0;", number);
    for (uint32_t i = 0; i < c->capacity * c->field_count; i++)
        strbuf_printf(w->out, " msg%u[%u] = 0;", number, i);
}

/* Makes new_at the position of the first message that the one in `field` comes before, and room there. */
static void write_sorted_place(promela_writer *w, uint32_t number, const channel *c)
{
    strbuf_printf(w->out, " new_at = 0; do :: (new_at < len%u && !(0", number);
    for (uint32_t i = 0; i < c->field_count; i++) {
        strbuf_add(w->out, " || (");
        for (uint32_t k = 0; k < i; k++)
            strbuf_printf(w->out, "field[%u] == msg%u[new_at * %u + %u] && ", k, number, c->field_count, k);
        strbuf_printf(w->out, "field[%u] < msg%u[new_at * %u + %u])", i, number, c->field_count, i);
    }
    strbuf_add(w->out, ")) -> new_at = new_at + 1 :: else -> break od;");
    for (uint32_t m = c->capacity - 1; m > 0; m--) {
        strbuf_printf(w->out, " if :: (%u > new_at) ->", m);
        for (uint32_t i = 0; i < c->field_count; i++)
            strbuf_printf(w->out, " msg%u[%u] = msg%u[%u];", number, m * c->field_count + i, number, (m - 1) * c->field_count + i);
        strbuf_add(w->out, " skip :: else fi;");
    }
}

void promela_write_send(promela_writer *w, const effect *f)
{
    const channel *c = declaration(w, w->channel);
    for (uint32_t i = 0; i < c->field_count; i++) {
        if (i < f->argument_count)
            promela_write_value(w, f->arguments[i]);
        else
            strbuf_add(w->out, " new_value = 0;");
        promela_write_kept(w, c->fields[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    if (f->sorted)
        write_sorted_place(w, w->channel, c);
    else
        strbuf_printf(w->out, " new_at = len%u;", w->channel);
    for (uint32_t i = 0; i < c->field_count; i++)
        strbuf_printf(w->out, " %s = field[%u];", message_field(w, w->channel, "new_at", i), i);
    strbuf_printf(w->out, " len%u = len%u + 1;", w->channel, w->channel);
}

/* Makes old_value the position of the message. */
static void write_search(promela_writer *w, const effect *f)
{
    const char *fits = promela_fits(w, f, w->channel, "old_value"), *fails = promela_comparing_fails(w, f, w->channel, "old_value");
    strbuf_add(w->out, " old_value = 0;");
    if (f->random)
        strbuf_add(w->out, " do :: true ->");
    promela_write_failure(w, fails);
    if (f->random)
        strbuf_printf(w->out, " if :: %s -> break :: else -> old_value = old_value + 1 fi od;", fits);
}

void promela_write_receive(promela_writer *w, const effect *f)
{
    uint32_t number = w->channel, fields = declaration(w, number)->field_count, capacity = declaration(w, number)->capacity;
    write_search(w, f);
    for (uint32_t i = 0; i < fields; i++)
        strbuf_printf(w->out, " field[%u] = %s;", i, message_field(w, number, "old_value", i));
    for (uint32_t m = 0; !f->peek && m < capacity; m++) {
        strbuf_printf(w->out, " if :: (%u >= old_value) ->", m);
        for (uint32_t i = m * fields; i < (m + 1) * fields; i++)
            if (m + 1 < capacity)
                strbuf_printf(w->out, " msg%u[%u] = msg%u[%u];", number, i, number, i + fields);
            else
                strbuf_printf(w->out, " msg%u[%u] = 0;", number, i);
        strbuf_add(w->out, " skip :: else fi;");
    }
    if (!f->peek)
        strbuf_printf(w->out, " len%u = len%u - 1;", number, number);
    for (uint32_t i = 0; i < field_count(w, f, number); i++)
        if (!f->patterns[i].match) {
            strbuf_printf(w->out, " new_value = field[%u];", i);
            promela_write_assign(w, &f->patterns[i].target);
        }
}

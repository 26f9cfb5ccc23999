/* promela_effect.c: what buffers do, and what the effects of a step do. */
#include "base/bug.h"
#include "export/promela.h"

/* ---- Buffers ---- */
static void write_flush(promela_writer *w)
{
    uint32_t k = w->self;
    if (!promela_is_buffered(w))
        return;
    for (uint32_t i = 0; promela_has_words(w) && i < w->bound; i++)
        strbuf_printf(w->out, " if :: (n%u > %u) -> mem[l%u[%u]] = v%u[%u]; l%u[%u] = 0; v%u[%u] = 0 :: else fi;", k, i, k, i, k, i, k, i, k, i);
    if (promela_has_words(w)) {
        strbuf_printf(w->out, " n%u = 0;", k);
        return;
    }
    for (uint32_t e = 0; e < w->program->global_count; e++) {
        if (!index_set_has(&w->footprints->types[promela_type_number(w, k)].stores, e))
            continue;
        strbuf_printf(w->out, " if :: (n%u[%u] > 0) -> mem[%u] = v%u[%u + n%u[%u] - 1]; n%u[%u] = 0;", k, e, e, k, e * w->bound, k, e, k, e);
        for (uint32_t i = 0; i < w->bound; i++)
            strbuf_printf(w->out, " v%u[%u] = 0;", k, e * w->bound + i);
        strbuf_add(w->out, " skip :: else fi;");
    }
}

/* t goes to the element u. */
static void write_store(promela_writer *w, bool is_atomic)
{
    uint32_t k = w->self;
    if (is_atomic && promela_overwrites(w))
        strbuf_printf(w->out, " n%u[new_at] = 0; v%u[new_at] = 0;", k, k);
    else if (is_atomic)
        write_flush(w);
    if (is_atomic || !promela_is_buffered(w))
        strbuf_add(w->out, " mem[new_at] = new_value;");
    else if (promela_has_words(w))
        strbuf_printf(w->out, " l%u[n%u] = new_at; v%u[n%u] = new_value; n%u = n%u + 1;", k, k, k, k, k, k);
    else if (promela_overwrites(w))
        strbuf_printf(w->out, " v%u[new_at] = new_value; n%u[new_at] = 1;", k, k);
    else
        strbuf_printf(w->out, " v%u[new_at * %u + n%u[new_at]] = new_value; n%u[new_at] = n%u[new_at] + 1;", k, w->bound, k, k, k);
}

void promela_write_empty(promela_writer *w, uint32_t k)
{
    if (promela_has_words(w))
        strbuf_printf(w->out, " && n%u == 0", k);
    for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < w->program->global_count; e++)
        if (index_set_has(&w->footprints->types[promela_type_number(w, k)].stores, e))
            strbuf_printf(w->out, " && n%u[%u] == 0", k, e);
}

/* ---- Effects ---- */
/* t goes to the place. */
void promela_write_assign(promela_writer *w, const place *target)
{
    const program *p = w->program;
    if (target->kind == PLACE_NONE)
        return;
    const variable *v = target->kind == PLACE_LOCAL ? &promela_type_at(w, w->self)->locals.data[target->variable] : &p->globals.data[target->variable];
    promela_write_failure(w, target->index);
    promela_write_kept(w, v->type);
    strbuf_printf(w->out, " new_at = %u", v->offset);
    if (target->index) {
        strbuf_add(w->out, " + ");
        promela_write_expr(w, target->index);
    }
    strbuf_add_char(w->out, ';');
    if (target->kind == PLACE_LOCAL)
        strbuf_printf(w->out, " loc%u[new_at] = new_value;", w->self);
    else if (v->class == VARIABLE_RELAXED)
        write_store(w, target->is_atomic);
    else
        strbuf_add(w->out, " mem[new_at] = new_value;");
}

void promela_write_value(promela_writer *w, const expr *e)
{
    promela_write_failure(w, e);
    strbuf_add(w->out, " new_value = ");
    promela_write_expr(w, e);
    strbuf_add_char(w->out, ';');
}

static void write_locked(promela_writer *w, const effect *f)
{
    const variable *v = &w->program->globals.data[f->target.variable];
    if (f->flush)
        write_flush(w);
    promela_write_failure(w, f->target.index);
    promela_write_value(w, f->value);
    promela_write_failure(w, f->expected);
    strbuf_printf(w->out, " new_at = %u", v->offset);
    if (f->target.index) {
        strbuf_add(w->out, " + ");
        promela_write_expr(w, f->target.index);
    }
    strbuf_add(w->out, "; old_value = mem[new_at];");
    if (f->kind == EFFECT_FETCH_ADD)
        strbuf_add(w->out, " new_value = old_value + new_value;");
    promela_write_kept(w, v->type);
    if (f->kind == EFFECT_CAS) {
        strbuf_add(w->out, " if :: (old_value == ");
        promela_write_expr(w, f->expected);
        strbuf_add(w->out, ") -> mem[new_at] = new_value; old_value = 1 :: else -> old_value = 0 fi;");
    } else {
        strbuf_add(w->out, " mem[new_at] = new_value;");
    }
    strbuf_add(w->out, " new_value = old_value;");
    promela_write_assign(w, &f->result);
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

static void write_send(promela_writer *w, const effect *f)
{
    uint32_t number = promela_channel_number(w, f->channel);
    const channel *c = &w->program->channels.data[number - 1];
    for (uint32_t i = 0; i < c->field_count; i++) {
        if (i < f->argument_count)
            promela_write_value(w, f->arguments[i]);
        else
            strbuf_add(w->out, " new_value = 0;");
        promela_write_kept(w, c->fields[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    if (f->sorted)
        write_sorted_place(w, number, c);
    else
        strbuf_printf(w->out, " new_at = len%u;", number);
    for (uint32_t i = 0; i < c->field_count; i++)
        strbuf_printf(w->out, " msg%u[new_at * %u + %u] = field[%u];", number, c->field_count, i, i);
    strbuf_printf(w->out, " len%u = len%u + 1;", number, number);
}

static void write_receive(promela_writer *w, const effect *f)
{
    uint32_t number = promela_channel_number(w, f->channel);
    const channel *c = &w->program->channels.data[number - 1];
    strbuf_add(w->out, " old_value = 0;");
    if (f->random) {
        strbuf_add(w->out, " do :: ");
        promela_write_fits(w, f, number, "old_value");
        strbuf_add(w->out, " -> break :: else -> old_value = old_value + 1 od;");
    }
    for (uint32_t i = 0; i < c->field_count; i++)
        strbuf_printf(w->out, " field[%u] = msg%u[old_value * %u + %u];", i, number, c->field_count, i);
    for (uint32_t m = 0; !f->peek && m < c->capacity; m++) {
        strbuf_printf(w->out, " if :: (%u >= old_value) ->", m);
        for (uint32_t i = m * c->field_count; i < (m + 1) * c->field_count; i++)
            if (m + 1 < c->capacity)
                strbuf_printf(w->out, " msg%u[%u] = msg%u[%u];", number, i, number, i + c->field_count);
            else
                strbuf_printf(w->out, " msg%u[%u] = 0;", number, i);
        strbuf_add(w->out, " skip :: else fi;");
    }
    if (!f->peek)
        strbuf_printf(w->out, " len%u = len%u - 1;", number, number);
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (!f->patterns[i].match) {
            strbuf_printf(w->out, " new_value = field[%u];", i);
            promela_write_assign(w, &f->patterns[i].target);
        }
}

void promela_write_effect(promela_writer *w, const effect *f)
{
    switch (f->kind) {
    case EFFECT_ASSIGN:
        promela_write_value(w, f->value);
        promela_write_assign(w, &f->target);
        return;
    case EFFECT_FENCE:
        if (f->flush)
            write_flush(w);
        return;
    case EFFECT_SYNC: return;
    case EFFECT_BARRIER:
        if (promela_is_buffered(w) && !promela_has_words(w))
            promela_refuse(w, f->where, "store-store barriers are translated under sc and tso only");
        return;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS: write_locked(w, f); return;
    case EFFECT_ASSERT:
        promela_write_failure(w, f->value);
        strbuf_add(w->out, " CHECK(");
        promela_write_expr(w, f->value);
        strbuf_add(w->out, ");");
        return;
    case EFFECT_SEND: write_send(w, f); return;
    case EFFECT_RECEIVE: write_receive(w, f); return;
    case EFFECT_PRINT: return;
    case EFFECT_WRITE_MEMORY:
    case EFFECT_RUN: promela_refuse(w, f->where, f->kind == EFFECT_RUN ? "processes that are created by run are not translated" : "INIT is not translated"); return;
    }
    BUG("unknown effect");
}

/* promela_effect.c: what the effects of a step do. */
#include "base/bug.h"
#include "export/promela.h"

/* ---- Failing ---- */
/* Leaves the step there. */
void promela_write_failure(promela_writer *w, const char *fails)
{
    if (!fails)
        return;
    w->can_fail = true;
    strbuf_printf(w->out, " if :: (%s) -> goto bad%u :: else fi;", fails, w->steps);
}

/* Where the value is none that the type can hold, and that is an error; NULL: nowhere. */
const char *promela_misfits(promela_writer *w, value_type type, const char *value)
{
    uint32_t bits = type.bits - (type.is_signed ? 1u : 0u);
    int64_t low = type.is_signed ? -((int64_t)1 << bits) : 0, high = ((int64_t)1 << bits) - 1;
    if (type.bits == 32 || !w->program->checks_values)
        return NULL;
    return arena_printf(w->memory, "(%s < %d || %s > %d)", value, (int)low, value, (int)high);
}

/* What a variable of the type keeps of it. */
const char *promela_kept(promela_writer *w, value_type type, const char *value)
{
    uint32_t mask = type.bits == 32 ? 0 : (1u << type.bits) - 1, sign = 1u << (type.bits - 1);
    if (type.bits == 32 || w->program->checks_values)
        return value;
    return type.is_signed ? arena_printf(w->memory, "(((%s & %u) ^ %u) - %u)", value, mask, sign, sign) : arena_printf(w->memory, "(%s & %u)", value, mask);
}

void promela_write_kept(promela_writer *w, value_type type)
{
    const char *kept = promela_kept(w, type, "new_value");
    promela_write_failure(w, promela_misfits(w, type, "new_value"));
    if (type.bits != 32)
        strbuf_printf(w->out, " new_value = %s;", kept);
}

/* ---- Writing ---- */
/* new_value goes to the place. */
void promela_write_assign(promela_writer *w, const place *target)
{
    if (target->kind == PLACE_NONE)
        return;
    const variable *v = target->kind == PLACE_LOCAL ? &promela_type(w)->locals.data[target->variable] : &w->program->globals.data[target->variable];
    promela_write_failure(w, promela_fails(w, target->index));
    promela_write_kept(w, v->type);
    strbuf_printf(w->out, " new_at = %s;", promela_element(w, v, target->index));
    if (target->kind == PLACE_LOCAL)
        strbuf_printf(w->out, " loc%u[new_at] = new_value;", w->self);
    else if (v->class == VARIABLE_RELAXED)
        promela_write_store(w, target->is_atomic);
    else
        strbuf_add(w->out, " mem[new_at] = new_value;");
}

void promela_write_value(promela_writer *w, const expr *e)
{
    promela_write_failure(w, promela_fails(w, e));
    strbuf_printf(w->out, " new_value = %s;", promela_text(w, e));
}

/* Such values wrap in every language. */
static void write_wrapped(promela_writer *w, value_type type)
{
    if (type.bits == 32)
        return;
    uint32_t mask = (1u << type.bits) - 1, sign = 1u << (type.bits - 1);
    strbuf_printf(w->out, " new_value = new_value & %u;", mask);
    if (type.is_signed)
        strbuf_printf(w->out, " new_value = (new_value ^ %u) - %u;", sign, sign);
}

static void write_locked(promela_writer *w, const effect *f)
{
    const variable *v = &w->program->globals.data[f->target.variable];
    if (f->flush)
        promela_write_flush(w);
    promela_write_failure(w, promela_fails(w, f->target.index));
    promela_write_value(w, f->value);
    promela_write_failure(w, promela_fails(w, f->expected));
    strbuf_printf(w->out, " new_at = %s; old_value = mem[new_at];", promela_element(w, v, f->target.index));
    if (f->kind == EFFECT_FETCH_ADD)
        strbuf_add(w->out, " new_value = old_value + new_value;");
    write_wrapped(w, v->type);
    if (f->kind == EFFECT_CAS)
        strbuf_printf(w->out, " if :: (old_value == %s) -> mem[new_at] = new_value; old_value = 1 :: else -> old_value = 0 fi;", promela_text(w, f->expected));
    else if (f->kind == EFFECT_COMPARE_EXCHANGE)
        strbuf_printf(w->out, " if :: (old_value == %s) -> mem[new_at] = new_value :: else fi;", promela_text(w, f->expected));
    else
        strbuf_add(w->out, " mem[new_at] = new_value;");
    strbuf_add(w->out, " new_value = old_value;");
    promela_write_assign(w, &f->result);
}

static void write_memory(promela_writer *w, const effect *f)
{
    const variable *v = &w->program->globals.data[f->target.variable];
    promela_write_value(w, f->value);
    promela_write_failure(w, promela_fails(w, f->target.index));
    write_wrapped(w, v->type);
    strbuf_printf(w->out, " mem[%s] = new_value;", promela_element(w, v, f->target.index));
}

/* ---- Creating ---- */
/* The new process's locals, which are all 0: arguments are in `field`. */
static void write_birth(promela_writer *w, uint32_t argument_count)
{
    const process_type *t = promela_type(w);
    uint32_t k = w->self;
    strbuf_printf(w->out, " pc%u = %u;", k, promela_node(w, w->type, t->entry));
    for (uint32_t i = 0; i < argument_count; i++) {
        strbuf_printf(w->out, " new_value = field[%u];", i);
        write_wrapped(w, t->locals.data[i].type);
        strbuf_printf(w->out, " loc%u[%u] = new_value;", k, t->locals.data[i].offset);
    }
    for (uint32_t i = 0; i < t->channels.count; i++)
        strbuf_printf(w->out, " loc%u[%u] = %s;", k, t->locals.data[t->channels.data[i].variable].offset + t->channels.data[i].element, promela_channel_number(w, promela_first_channel(w) + i));
    for (uint32_t i = t->parameter_count; i < t->locals.count; i++) {
        const variable *v = &t->locals.data[i];
        for (uint32_t e = 0; e < v->count; e++) {
            if (v->initial && v->initial[e])
                strbuf_printf(w->out, " loc%u[%u] = %d;", k, v->offset + e, v->initial[e]);
            if (!v->initializer)
                continue;
            promela_write_value(w, v->initializer);
            write_wrapped(w, v->type);
            strbuf_printf(w->out, " loc%u[%u] = new_value;", k, v->offset + e);
        }
    }
}

/* At the lowest position where nobody is; that there is none is an error. */
static void write_run(promela_writer *w, const effect *f)
{
    uint32_t creator = w->self, type = w->type, gone = promela_gone(w);
    if (f->flush)
        promela_write_flush(w);
    for (uint32_t i = 0; i < f->argument_count; i++) {
        promela_write_value(w, f->arguments[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    strbuf_add(w->out, " if");
    for (uint32_t k = creator + 1; k < w->position_count; k++) {
        if (!promela_may_be(w, k, f->process))
            continue;
        strbuf_printf(w->out, " :: (pc%u != %u && pc%u == %u) ->", k - 1, gone, k, gone);
        w->self = k;
        w->type = f->process;
        write_birth(w, f->argument_count);
        strbuf_printf(w->out, " old_value = %u", k + w->program->pid_base);
    }
    w->self = creator;
    w->type = type;
    w->can_fail = true;
    strbuf_printf(w->out, " :: else -> goto bad%u fi; new_value = old_value;", w->steps);
    promela_write_assign(w, &f->result);
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
            promela_write_flush(w);
        return;
    case EFFECT_SYNC: return;
    case EFFECT_BARRIER: promela_write_barrier(w); return;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE: write_locked(w, f); return;
    case EFFECT_ASSERT:
        promela_write_failure(w, promela_fails(w, f->value));
        strbuf_printf(w->out, " CHECK(%s);", promela_text(w, f->value));
        return;
    case EFFECT_SEND: promela_write_send(w, f); return;
    case EFFECT_RECEIVE: promela_write_receive(w, f); return;
    case EFFECT_PRINT: return;
    case EFFECT_WRITE_MEMORY: write_memory(w, f); return;
    case EFFECT_RUN: write_run(w, f); return;
    }
    BUG("unknown effect");
}

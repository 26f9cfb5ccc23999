#include "report/values.h"

#include "trace/explain.h"

static void add_value(const program *p, const variable *v, uint32_t element, int32_t value, strbuf *out)
{
    strbuf_add(out, out->length ? " " : "");
    variable_element_name(v, element, out);
    strbuf_add_char(out, '=');
    variable_value_text(p, v, value, out);
}

static void add_reads(const trace *t, const trace_step *s, strbuf *out)
{
    for (uint32_t i = 0; i < s->read_count; i++) {
        bool known = false;
        for (uint32_t k = 0; k < i; k++)
            known |= s->reads[k].element == s->reads[i].element;
        const variable *v = &t->program->globals.data[program_global_of_element(t->program, s->reads[i].element)];
        if (!known)
            add_value(t->program, v, s->reads[i].element - v->offset, s->reads[i].value, out);
    }
}

/* Does a locked operation of the edge leave its result in the variable? */
static bool is_result(const edge *e, uint32_t local)
{
    for (uint32_t i = 0; e && i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        if (effect_is_locked(f->kind) && f->result.kind == PLACE_LOCAL && f->result.variable == local)
            return true;
    }
    return false;
}

/* Of one process that took part: its position before the step. */
static void add_locals(const trace *t, uint32_t at, uint32_t position, const edge *e, strbuf *out)
{
    const trace_step *s = &t->steps[at], *before = trace_before(t, at);
    if (position >= before->process_count || position >= s->process_count)
        return;
    const trace_process *was = &before->processes[position], *is = &s->processes[position];
    const process_type *type = &t->program->processes.data[is->type];
    for (uint32_t i = 0; i < type->locals.count; i++) {
        const variable *v = &type->locals.data[i];
        for (uint32_t k = 0; k < v->count && !v->is_temporary; k++)
            if (was->locals[v->offset + k] != is->locals[v->offset + k] || (v->count == 1 && is_result(e, i)))
                add_value(t->program, v, k, is->locals[v->offset + k], out);
    }
}

static void add_ghosts(const trace *t, uint32_t at, strbuf *out)
{
    const int32_t *was = trace_before(t, at)->memory, *is = t->steps[at].memory;
    for (size_t i = 0; i < t->program->globals.count && was != is; i++) {
        const variable *v = &t->program->globals.data[i];
        for (uint32_t k = 0; k < v->count && v->class == VARIABLE_GHOST && !v->is_channel; k++)
            if (was[v->offset + k] != is[v->offset + k])
                add_value(t->program, v, k, is[v->offset + k], out);
    }
}

void report_values(const trace *t, uint32_t at, strbuf *out)
{
    const trace_step *s = &t->steps[at];
    if (s->step.kind != STEP_EDGE)
        return;
    const process_type *type = &t->program->processes.data[trace_before(t, at)->processes[s->step.process].type];
    add_reads(t, s, out);
    add_locals(t, at, s->step.process, &type->edges.data[s->step.edge], out);
    if (s->step.partner >= 0)
        add_locals(t, at, (uint32_t)s->step.partner, NULL, out);
    add_ghosts(t, at, out);
}

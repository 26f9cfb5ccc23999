/* stepper_text.c: a walk for people, and as a report for `replay` and for another walk. */
#include <string.h>

#include "base/bug.h"
#include "library/stepper.h"
#include "library/version.h"
#include "report/state.h"
#include "report/table.h"
#include "report/wrap.h"

/* ---- A state ---- */
static const property *property_here(const tarry_stepper *s, property_ref which)
{
    return property_at(&s->model->model.safety, which);
}

static void add_broken(const tarry_stepper *s, report_paint paint, strbuf *out)
{
    for (size_t i = 0; i < s->broken.count; i++) {
        const property *p = property_here(s, s->broken.data[i].property);
        strbuf_printf(out, "  %s%s %s%s: %s\n", p->is_wanted ? paint.good : paint.bad, p->is_wanted ? "shown:" : "violated:", p->name, paint.end, s->broken.data[i].message);
    }
}

static const char *process_name(const tarry_stepper *s, uint32_t process)
{
    return s->shown->initial[s->shown->step_count].processes[process].name;
}

static void add_notes(const tarry_stepper *s, report_paint paint, strbuf *out)
{
    const replay_state *now = &s->now.now;
    size_t ahead = s->walk.steps.count - s->walk.at;
    if (s->last == STEP_DONE && now->holder >= 0)
        strbuf_printf(out, "  %s goes on alone: it is inside %s\n", process_name(s, (uint32_t)now->holder), now->hold == HOLD_D_STEP ? "a d_step" : "an atomic block");
    if (s->last == STEP_DONE && stepper_was_here(s) != NOT_BEFORE)
        strbuf_printf(out, "  the same state as after step %lld\n", (long long)stepper_was_here(s));
    add_broken(s, paint, out);
    if (s->walk.loop != NO_LOOP && s->walk.loop == s->walk.at)
        strbuf_add(out, ahead ? "  from here on for ever\n" : "  from here on for ever: nothing moves\n");
    else if (s->walk.loop != NO_LOOP && !ahead)
        strbuf_printf(out, "  and again from step %u on\n", s->walk.loop + 1);
    if (ahead)
        strbuf_printf(out, "  %zu step%s ahead\n", ahead, ahead == 1 ? "" : "s");
}

static void widen(uint32_t *width, const char *text)
{
    uint32_t columns = report_columns(text);
    *width = columns > *width ? columns : *width;
}

static bool is_ahead(const tarry_stepper *s, const step *taken)
{
    return s->walk.at < s->walk.steps.count && stepper_is_same(taken, &s->walk.steps.data[s->walk.at]);
}

/* "  2  P     12  a = y": the mark of what comes next in the run is behind its number. */
static void add_choices(const tarry_stepper *s, report_look look, report_paint paint, strbuf *out)
{
    enum { NUMBER = 4, LINE = 5, GAP = 2 };
    uint32_t names = 1, width = report_width(look);
    for (size_t i = 0; i < s->choices.count; i++)
        widen(&names, s->choices.data[i].process);
    for (size_t i = 0; i < s->choices.count; i++) {
        const stepper_choice *c = &s->choices.data[i];
        strbuf lead = {0}, text = {0};
        strbuf_printf(&lead, "%*zu%c %-*s %*u", NUMBER, i + 1, is_ahead(s, &c->step) ? '>' : ' ', (int)names, c->process, LINE, c->where.line);
        strbuf_add(&text, c->text);
        if (!property_is(c->violated, NO_PROPERTY)) {
            const property *p = property_here(s, c->violated);
            strbuf_printf(&text, "  (%s %s)", p->is_wanted ? "shows" : "violates", p->name);
            strbuf_add(out, p->is_wanted ? paint.good : paint.bad);
        }
        uint32_t used = report_columns(strbuf_text(&lead)) + GAP;
        report_add_row(strbuf_text(&lead), &(wrap_cell){strbuf_text(&text), width > used + 20 ? width - used : 20}, 1, GAP, out);
        strbuf_add(out, property_is(c->violated, NO_PROPERTY) ? "" : paint.end);
        strbuf_release(&lead);
        strbuf_release(&text);
    }
    if (!s->choices.count)
        strbuf_add(out, s->last == STEP_DONE ? "  no step is possible\n" : "  the run ends here\n");
}

void stepper_write(const tarry_stepper *s, report_look look, strbuf *out)
{
    report_paint paint = report_paint_of(look.colour);
    report_state(s->shown, s->shown->step_count, &s->model->model.diag, look, out);
    add_notes(s, paint, out);
    add_choices(s, look, paint, out);
}

const char *tarry_stepper_text(tarry_stepper *s)
{
    strbuf_clear(&s->state);
    stepper_write(s, (report_look){0}, &s->state);
    return strbuf_text(&s->state);
}

void stepper_write_properties(const tarry_stepper *s, report_look look, strbuf *out)
{
    const property_list *all = &s->model->model.properties;
    report_paint paint = report_paint_of(look.colour);
    add_broken(s, paint, out);
    for (uint32_t i = 0; i < all->items.count; i++) {
        bool broken = false;
        for (size_t k = 0; k < s->broken.count; k++)
            broken |= s->broken.data[k].property.index == i;
        if (!broken)
            strbuf_printf(out, "  %s %s\n", property_is_temporal(&all->items.data[i]) ? "speaks of infinite runs:" : all->items.data[i].is_wanted ? "not shown here:" : "not violated here:", all->items.data[i].name);
    }
}

/* ---- The run ---- */
void stepper_write_run(const tarry_stepper *s, report_look look, strbuf *out)
{
    const model *m = &s->model->model;
    arena *memory = arena_new();
    strbuf why = {0};
    trace *t = (trace *)trace_record(memory, m->program, model_machine(m), &s->walk.steps, &why);
    if (!t)
        BUG(arena_printf(memory, "the run does not replay: %s", strbuf_text(&why)));
    t->loop = s->walk.loop;
    report_table(t, trace_find_overtakes(memory, t), "", report_paint_of(look.colour), report_width(look), look.full, out);
    strbuf_release(&why);
    arena_free(memory);
}

/* One trace for each violated property, else one of the bare run. */
static const trace **build_traces(const tarry_stepper *s, arena *memory, uint32_t *count)
{
    const model *m = &s->model->model;
    run taken = s->walk.steps;
    strbuf why = {0};
    taken.count = s->walk.at;
    const trace **traces = ARENA_ARRAY(memory, const trace *, s->broken.count + 1);
    for (*count = 0; *count < s->broken.count; ++*count) {
        traces[*count] = trace_build(memory, m->program, model_machine(m), &m->properties, s->broken.data[*count].property, &taken, NO_LOOP, &why);
        if (!traces[*count])
            BUG(arena_printf(memory, "the walk does not replay: %s", strbuf_text(&why)));
    }
    if (!s->broken.count)
        traces[(*count)++] = s->shown;
    strbuf_release(&why);
    return traces;
}

const char *tarry_stepper_json(tarry_stepper *s)
{
    const model *m = &s->model->model;
    arena *memory = arena_new();
    bool violated = false;
    for (size_t i = 0; i < s->broken.count; i++)
        violated |= !property_here(s, s->broken.data[i].property)->is_wanted;
    report r = {.version = TARRY_VERSION, .file = s->name, .engine = "step", .program = m->program, .sources = &m->diag, .properties = &m->properties, .options = &m->options,
                .machine = model_machine(m), .exact = true, .scope = "one run",
                .verdict = violated ? REPORT_VIOLATED : s->broken.count ? REPORT_HOLDS : REPORT_UNKNOWN, .reason = s->broken.count ? NULL : "a walk that violates nothing"};
    r.traces = build_traces(s, memory, &r.trace_count);
    strbuf_clear(&s->json);
    report_json(&r, &s->json);
    arena_free(memory);
    return strbuf_text(&s->json);
}

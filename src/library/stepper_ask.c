/* stepper_ask.c: moves of several steps, and runs that come from elsewhere: by chance, up to a condition, by asking an engine, from a saved report. */
#include <string.h>

#include "base/bug.h"
#include "library/stepper.h"
#include "trace/complete.h"
#include "trace/replay_json.h"

/* ---- Conditions ---- */
/* The model, read again with the condition as a property: a label that it names may be a state of its own then. */
typedef struct question {
    tarry_model *model;
    property_ref wanted;
} question;

static void question_release(question *q)
{
    if (q->model)
        tarry_model_free(q->model);
    q->model = NULL;
}

static bool is_same_program(const tarry_model *a, const tarry_model *b)
{
    strbuf one = {0}, other = {0};
    program_print(a->model.program, &a->model.diag, &one);
    program_print(b->model.program, &b->model.diag, &other);
    bool same = !strcmp(strbuf_text(&one), strbuf_text(&other));
    strbuf_release(&one);
    strbuf_release(&other);
    return same;
}

/* What is wrong with the condition itself, if anything is: without the name of an option. */
static void say_what_is_wrong(const tarry_stepper *s, const char *condition, strbuf *why)
{
    const model *m = &s->model->model;
    diag problems;
    diag_init(&problems);
    m->frontend->parse_condition(m->program, "condition", condition, NULL, &problems);
    diag_print(&problems, why);
    diag_release(&problems);
}

/* The last --never of the list is the condition. */
static property_ref last_never(const property_list *list)
{
    property_ref last = NO_PROPERTY;
    for (uint32_t i = 0; i < list->items.count; i++)
        if (list->items.data[i].kind == PROPERTY_NEVER)
            last.index = i;
    return last;
}

static bool question_read(const tarry_stepper *s, const char *condition, question *q, strbuf *why)
{
    tarry_options *o = s->options;
    *q = (question){.wanted = NO_PROPERTY};
    vec_push(&o->never, condition);
    q->model = tarry_load_text(s->name, s->text, s->length, o);
    o->never.count--;
    if (!tarry_model_is_good(q->model)) {
        say_what_is_wrong(s, condition, why);
        if (!why->length)
            diag_print(&q->model->model.diag, why);
    } else if (!is_same_program(s->model, q->model)) {
        strbuf_printf(why, "the condition needs states that the program has only when it is read for it: start with --never '%s'", condition);
    } else {
        q->wanted = last_never(&q->model->model.safety);
        return true;
    }
    while (why->length && why->text[why->length - 1] == '\n') /* the caller says where it ends */
        why->text[--why->length] = '\0';
    question_release(q);
    return false;
}

/* ---- Several steps ---- */
static bool goes_on(const tarry_stepper *s)
{
    const tarry_options *o = s->options;
    return !o->go_on || o->go_on(o->data);
}

static bool is_met(tarry_stepper *s, const question *q)
{
    return q && trace_violation(s->memory, &s->now, s->last, &q->model->model.safety, q->wanted);
}

/* By the steps that are ahead, where `along`; else by chance. */
static tarry_stop advance(tarry_stepper *s, size_t most, const question *q, bool along)
{
    for (size_t i = 0; i < most; i++) {
        step next;
        bool more = along ? s->walk.at < s->walk.steps.count : stepper_draw(s, &next);
        if (!more)
            return TARRY_STUCK;
        if (!goes_on(s))
            return TARRY_INTERRUPTED;
        if (along)
            stepper_move(s, &s->walk.steps.data[s->walk.at]);
        else
            stepper_extend(s, &next);
        if (is_met(s, q))
            return TARRY_MET;
        if (!along && stepper_is_broken(s))
            return TARRY_BROKEN;
    }
    return TARRY_DONE;
}

tarry_stop tarry_stepper_random(tarry_stepper *s, size_t most)
{
    tarry_stop stopped = advance(s, most, NULL, false);
    stepper_look(s);
    return stopped;
}

tarry_stop tarry_stepper_until(tarry_stepper *s, const char *condition, size_t most, char **message)
{
    question q;
    strbuf why = {0};
    tarry_stop stopped = TARRY_REFUSED;
    if (question_read(s, condition, &q, &why)) {
        stopped = advance(s, most, &q, s->walk.at < s->walk.steps.count);
        question_release(&q);
        stepper_look(s);
    }
    *message = take_text(&why);
    return stopped;
}

/* ---- Asking an engine ---- */
typedef struct search {
    question question;
    property_list properties; /* the condition, and run-time errors, which end runs */
    property_ref wanted;
    footprints *footprints;
    engine_result result;
} search;

static void search_init(search *x)
{
    const model *m = &x->question.model->model;
    property_ref runtime = property_of_kind(&m->safety, PROPERTY_RUNTIME);
    x->properties = (property_list){.memory = m->safety.memory};
    if (!property_is(runtime, NO_PROPERTY))
        vec_push(&x->properties.items, *property_at(&m->safety, runtime));
    x->wanted.index = (uint32_t)x->properties.items.count;
    vec_push(&x->properties.items, *property_at(&m->safety, x->question.wanted));
    x->footprints = property_footprints(&x->properties, m->program);
}

static const violation *find_wanted(const search *x)
{
    for (size_t i = 0; i < x->result.violations.count; i++)
        if (property_is(x->result.violations.data[i].property, x->wanted))
            return &x->result.violations.data[i];
    return NULL;
}

/* A run-time error may be what the search finds first: then it is asked to go on. False where the engine takes no such request. */
static bool search_run(search *x, tarry_options *o, const char **why)
{
    engine_request request = options_engine_request(o, &x->question.model->model);
    request.properties = &x->properties;
    request.footprints = x->footprints;
    request.all_errors = false;
    const engine *chosen = options_choose_engine(o, &request, why);
    if (!chosen)
        return false;
    engine_run(chosen, &request, &x->result);
    if (x->result.violations.count && !find_wanted(x)) {
        engine_result_release(&x->result);
        request.all_errors = true;
        engine_run(chosen, &request, &x->result);
    }
    return true;
}

static void search_release(search *x)
{
    if (x->result.memory)
        engine_result_release(&x->result);
    footprints_free(x->footprints);
    vec_release(&x->properties.items);
    question_release(&x->question);
}

/* The engine's run, with all commits, is what is ahead. */
static void follow_found(tarry_stepper *s, search *x, const violation *v, strbuf *said)
{
    const model *m = &x->question.model->model;
    arena *memory = arena_new();
    strbuf why = {0};
    const trace *t = trace_complete(memory, m->program, x->result.machine, x->result.unbuffered, &x->properties, v->property, &v->steps, v->loop, &why);
    if (!t)
        BUG(arena_printf(memory, "the run to the condition does not replay: %s", strbuf_text(&why)));
    run steps = {0};
    for (uint32_t i = 0; i < t->step_count; i++)
        vec_push(&steps, t->steps[i].step);
    strbuf_printf(said, "reachable in %u step%s", t->step_count, t->step_count == 1 ? "" : "s");
    stepper_follow(s, &steps, NO_LOOP);
    strbuf_release(&why);
    arena_free(memory);
}

static tarry_verdict tell(tarry_stepper *s, search *x, strbuf *said)
{
    const violation *v = find_wanted(x);
    bool buffered = machine_traits(x->result.machine)->has_buffers;
    if (v) {
        follow_found(s, x, v, said);
        return TARRY_VIOLATED;
    }
    if (x->result.verdict == VERDICT_HOLDS || (x->result.complete && x->result.exact)) {
        strbuf_printf(said, "not reachable%s%s", buffered && x->result.scope ? " with " : "", buffered && x->result.scope ? x->result.scope : "");
        return TARRY_HOLDS;
    }
    strbuf_printf(said, "unknown: %s", x->result.reason ? x->result.reason : "the search did not see all states");
    return TARRY_UNKNOWN;
}

tarry_verdict tarry_stepper_reach(tarry_stepper *s, const char *condition, bool *refused, char **message)
{
    search x = {0};
    strbuf said = {0};
    const char *why = NULL;
    tarry_verdict found = TARRY_UNKNOWN;
    *refused = !question_read(s, condition, &x.question, &said);
    if (!*refused) {
        search_init(&x);
        *refused = !search_run(&x, s->options, &why);
        if (*refused)
            strbuf_add(&said, why);
        else
            found = tell(s, &x, &said);
    }
    search_release(&x);
    *message = take_text(&said);
    return found;
}

/* ---- Saved runs ---- */
bool tarry_stepper_load(tarry_stepper *s, const char *json, size_t length, size_t which, char **message)
{
    const model *m = &s->model->model;
    run steps = {0};
    strbuf why = {0};
    uint32_t loop = NO_LOOP;
    bool good = trace_run_from_json(m->program, model_machine(m), json, length, which, &steps, &loop, &why);
    if (good)
        stepper_follow(s, &steps, loop);
    else
        vec_release(&steps);
    *message = take_text(&why);
    return good;
}

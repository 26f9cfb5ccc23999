/* stepper.c: a run that is made step by step, for libtarry.h.
 *
 * The machine is that of src/trace, which has single steps and buffers without a bound, and is the one that confirms traces. The run that was walked is kept
 * as its steps alone: going back executes it again from the start. */
#include "library/stepper.h"

#include "base/bug.h"
#include "base/hash.h"

/* ---- Moving ---- */
static void note_state(tarry_stepper *s)
{
    replay_essence all = {0};
    replay_get_essence(&s->now, &s->now.now, &all);
    vec_push(&s->states, hash_fingerprint(0, all.data, all.count * sizeof *all.data));
    vec_release(&all);
}

static void restart(tarry_stepper *s)
{
    const model *m = &s->model->model;
    s->last = replay_init(&s->now, m->program, model_machine(m), NULL);
    s->walk.at = 0;
    vec_clear(&s->states);
    note_state(s);
}

/* ---- What is violated ---- */
/* The first violated property from that index on; NO_PROPERTY: there is none. */
static property_ref next_broken(arena *memory, replay *r, replay_result last, const property_list *list, uint32_t first, const char **message)
{
    for (property_ref p = {first}; p.index < list->items.count; p.index++) {
        *message = trace_violation(memory, r, last, list, p);
        if (*message)
            return p;
    }
    return NO_PROPERTY;
}

static void find_broken(tarry_stepper *s)
{
    const property_list *list = &s->model->model.safety;
    stepper_broken found = {.property = {0}};
    vec_clear(&s->broken);
    for (uint32_t from = 0;; from = found.property.index + 1) {
        found.property = next_broken(s->here, &s->now, s->last, list, from, &found.message);
        if (property_is(found.property, NO_PROPERTY))
            return;
        vec_push(&s->broken, found);
    }
}

bool stepper_is_broken(tarry_stepper *s)
{
    arena *memory = arena_new();
    const char *message;
    bool broken = !property_is(next_broken(memory, &s->now, s->last, &s->model->model.safety, 0, &message), NO_PROPERTY);
    arena_free(memory);
    return broken;
}

/* ---- What is possible ---- */
/* The place of a commit is that of the store. */
static source_location commit_where(const trace *t, const step *taken)
{
    const trace_process *q = &t->initial[t->step_count].processes[taken->process];
    for (uint32_t i = 0; i < q->store_count; i++)
        if (q->stores[i].element == taken->element)
            return t->steps[q->stores[i].step].where;
    return (source_location){0};
}

static void describe_edge(const tarry_stepper *s, const process_type *type, stepper_choice *c, strbuf *text)
{
    const edge *e = &type->edges.data[c->step.edge];
    strbuf_add(text, e->text ? e->text : "");
    c->where = e->where;
    c->kind = trace_kind_of_edge(e, &s->now.seen);
    if (c->step.partner >= 0) {
        const trace_process *partner = &s->shown->initial[s->shown->step_count].processes[c->step.partner];
        const edge *receive = &s->model->model.program->processes.data[partner->type].edges.data[c->step.partner_edge];
        strbuf_printf(text, ", %s: %s", partner->name, receive->text ? receive->text : "");
    }
}

static void add_choice(void *data, replay *r, const step *taken, replay_result result)
{
    tarry_stepper *s = data;
    const program *p = s->model->model.program;
    const trace_process *q = &s->shown->initial[s->shown->step_count].processes[taken->process];
    stepper_choice c = {.step = *taken, .process = q->name};
    strbuf text = {0};
    const char *message;
    switch (taken->kind) {
    case STEP_EDGE: describe_edge(s, &p->processes.data[q->type], &c, &text); break;
    case STEP_COMMIT:
        c.kind = TRACE_COMMIT;
        c.where = commit_where(s->shown, taken);
        trace_commit_text(p, taken->element, r->seen.value, &text);
        break;
    case STEP_END:
        c.kind = TRACE_END;
        c.where = p->processes.data[q->type].nodes.data[q->node].where;
        strbuf_add(&text, "end");
        break;
    }
    c.text = arena_strdup(s->here, strbuf_text(&text));
    c.violated = next_broken(s->here, r, result, &s->model->model.safety, 0, &message);
    vec_push(&s->choices, c);
    strbuf_release(&text);
}

void stepper_look(tarry_stepper *s)
{
    const model *m = &s->model->model;
    run taken = s->walk.steps;
    strbuf why = {0};
    taken.count = s->walk.at;
    if (s->here)
        arena_free(s->here);
    s->here = arena_new();
    s->shown = trace_record(s->here, m->program, model_machine(m), &taken, &why);
    if (!s->shown)
        BUG(arena_printf(s->here, "the walk does not replay: %s", strbuf_text(&why)));
    find_broken(s);
    vec_clear(&s->choices);
    if (s->last == STEP_DONE)
        replay_each_possible(&s->now, add_choice, s);
    strbuf_release(&why);
}

void stepper_move(tarry_stepper *s, const step *taken)
{
    s->last = replay_take(&s->now, taken);
    if (s->last == STEP_IMPOSSIBLE)
        BUG("a step that was possible is not");
    s->walk.at++;
    note_state(s);
}

bool stepper_is_same(const step *a, const step *b)
{
    return a->kind == b->kind && a->process == b->process && (a->kind != STEP_COMMIT || a->element == b->element) &&
           (a->kind != STEP_EDGE || (a->edge == b->edge && a->partner == b->partner && (a->partner < 0 || a->partner_edge == b->partner_edge)));
}

void stepper_extend(tarry_stepper *s, const step *taken)
{
    stepper_run *w = &s->walk;
    if (w->at == w->steps.count || !stepper_is_same(taken, &w->steps.data[w->at])) {
        w->steps.count = w->at;
        w->loop = NO_LOOP;
        vec_push(&w->steps, *taken);
    }
    stepper_move(s, taken);
}

/* ---- Chance ---- */
/* splitmix64: all that is kept is its one number. */
static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

typedef VEC(step) step_list;

static void keep_step(void *data, replay *r, const step *taken, replay_result result)
{
    (void)r, (void)result;
    vec_push((step_list *)data, *taken);
}

bool stepper_draw(tarry_stepper *s, step *out)
{
    step_list possible = {0};
    if (s->last == STEP_DONE)
        replay_each_possible(&s->now, keep_step, &possible);
    bool any = possible.count > 0;
    if (any)
        *out = possible.data[next_number(&s->chance) % possible.count];
    vec_release(&possible);
    return any;
}

void tarry_stepper_seed(tarry_stepper *s, uint64_t seed)
{
    s->chance = seed;
}

/* ---- The handle ---- */
tarry_stepper *tarry_stepper_new(const char *name, const char *text, size_t length, tarry_options *o, char **messages)
{
    arena *memory = arena_new();
    tarry_stepper *s = ARENA_NEW(memory, tarry_stepper);
    strbuf said = {0};
    *s = (tarry_stepper){.memory = memory, .options = o, .name = arena_strdup(memory, name), .text = arena_strndup(memory, text, length), .length = length, .chance = 1};
    s->walk.loop = s->aside.loop = NO_LOOP;
    s->model = tarry_load_text(s->name, s->text, length, o);
    model *m = &s->model->model;
    if (tarry_model_is_good(s->model) && memory_is_approximation(m->options.memory))
        diag_error(&m->diag, (source_location){0}, "--memory %s is an approximation, which has no runs to walk through; give --memory %s", memory_traits_of(m->options.memory)->name,
                   memory_traits_of(memory_traits_of(m->options.memory)->exact)->name);
    diag_print(&m->diag, &said);
    *messages = take_text(&said);
    if (tarry_model_is_good(s->model)) {
        restart(s);
        stepper_look(s);
        return s;
    }
    tarry_model_free(s->model);
    arena_free(memory);
    return NULL;
}

void tarry_stepper_free(tarry_stepper *s)
{
    replay_release(&s->now);
    tarry_model_free(s->model);
    vec_release(&s->walk.steps);
    vec_release(&s->aside.steps);
    vec_release(&s->choices);
    vec_release(&s->broken);
    vec_release(&s->states);
    strbuf_release(&s->state);
    strbuf_release(&s->json);
    arena_free(s->here);
    arena_free(s->memory);
}

size_t tarry_stepper_at(const tarry_stepper *s)
{
    return s->walk.at;
}

size_t tarry_stepper_length(const tarry_stepper *s)
{
    return s->walk.steps.count;
}

void tarry_stepper_go(tarry_stepper *s, size_t at)
{
    if (at < s->walk.at) {
        replay_release(&s->now);
        restart(s);
    }
    while (s->walk.at < at)
        stepper_move(s, &s->walk.steps.data[s->walk.at]);
    stepper_look(s);
}

void stepper_follow(tarry_stepper *s, run *steps, uint32_t loop)
{
    vec_release(&s->aside.steps);
    s->aside = s->walk;
    s->walk = (stepper_run){.steps = *steps, .loop = loop};
    replay_release(&s->now);
    restart(s);
    stepper_look(s);
}

void tarry_stepper_swap(tarry_stepper *s)
{
    stepper_run other = s->aside;
    s->aside = s->walk;
    s->walk = other;
    size_t at = s->walk.at;
    replay_release(&s->now);
    restart(s);
    tarry_stepper_go(s, at);
}

uint64_t tarry_stepper_state(const tarry_stepper *s)
{
    return s->states.data[s->walk.at];
}

int64_t stepper_was_here(const tarry_stepper *s)
{
    for (size_t i = s->walk.at; i-- > 0;)
        if (s->states.data[i] == s->states.data[s->walk.at])
            return (int64_t)i;
    return NOT_BEFORE;
}

const char *tarry_stepper_violated(const tarry_stepper *s, size_t index, const char **message)
{
    if (index >= s->broken.count)
        return NULL;
    *message = s->broken.data[index].message;
    return property_at(&s->model->model.safety, s->broken.data[index].property)->name;
}

size_t tarry_stepper_count(const tarry_stepper *s)
{
    return s->choices.count;
}

tarry_step tarry_stepper_choice(const tarry_stepper *s, size_t choice)
{
    const stepper_choice *c = &s->choices.data[choice];
    return (tarry_step){.process = c->process, .kind = trace_kind_name(c->kind), .text = c->text, .file = diag_file_name(&s->model->model.diag, c->where), .line = c->where.line};
}

const char *tarry_stepper_violates(const tarry_stepper *s, size_t choice)
{
    property_ref violated = s->choices.data[choice].violated;
    return property_is(violated, NO_PROPERTY) ? NULL : property_at(&s->model->model.safety, violated)->name;
}

void tarry_stepper_take(tarry_stepper *s, size_t choice)
{
    step taken = s->choices.data[choice].step;
    stepper_extend(s, &taken);
    stepper_look(s);
}

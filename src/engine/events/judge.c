#include "engine/events/judge.h"

#include <string.h>

#include "base/limits.h"
#include "base/memory.h"
#include "engine/events/final.h"

enum { MAX_COMBINATIONS = 1 << 20 };

void judge_init(judge *j, post *p)
{
    *j = (judge){.post = p, .space = p->space, .moves = p->moves, .sets = p->sets};
    j->meetings_may_fail = judge_meetings_may_fail(p->space->request->footprints);
    j->violated = ARENA_ARRAY(p->space->rows->memory, bool, p->space->request->properties->items.count + 1);
}

void judge_release(judge *j)
{
    intern_release(&j->observed);
    intern_release(&j->products);
    intern_release(&j->labels);
    vec_release(&j->at_label);
    intern_release(&j->met);
}

static void clear_goal(verdict_goal *g, property_ref violated, const event_state *s)
{
    g->property = violated;
    g->process.index = g->partner.index = NOBODY;
    g->empty_words = false;
    for (uint32_t q = 0; q < s->process_count; q++)
        g->key[q] = KEY_ANY;
}

/* ---- Steps that violate something ---- */
typedef bool visitor(judge *j, const event_state *s, process_ref process, uint32_t state, key_ref key, view_ref view, void *data);

/* Every configuration class of a process: key and view, by state of its set. */
static bool each_configuration(judge *j, const event_state *s, process_ref process, visitor *visit, void *data)
{
    moore_pool *pool = j->sets->pool;
    for (uint32_t q = 0; q < moore_state_count(pool, s->sets[process.index]); q++) {
        moore_label at = moore_state_label(pool, s->sets[process.index], q);
        size_t count;
        moore_label_keys(pool, at, &count);
        for (size_t i = 0; i < count; i++) {
            const uint32_t *keys = moore_label_keys(pool, at, &count);
            if (!visit(j, s, process, q, (key_ref){keys[i]}, label_view(pool, at), data))
                return false;
        }
    }
    return true;
}

typedef struct step_search {
    verdict_goal goal;
    bool (*found)(void *data, const verdict_goal *goal);
    void *data;
    bool go_on;
} step_search;

static bool judge_steps_of(judge *j, const event_state *s, process_ref process, uint32_t state, key_ref key, view_ref view, void *data)
{
    step_search *r = data;
    (void)state;
    move_list list = moves_of(j->moves, key, view, s->global);
    for (uint32_t k = 0; k < list.count; k++) {
        property_ref violated = j->moves->all.data[list.first + k].violated;
        if (property_is(violated, NO_PROPERTY) || j->violated[violated.index])
            continue;
        j->violated[violated.index] = true;
        clear_goal(&r->goal, violated, s);
        r->goal.process = process;
        r->goal.key[process.index] = key;
        r->goal.view[process.index] = view;
        r->go_on = r->found(r->data, &r->goal);
        if (!r->go_on)
            return false;
    }
    return true;
}

static bool judge_steps(judge *j, const event_state *s, process_ref process, step_search *r)
{
    return !locals_look(j->post, s->sets[process.index], s->global).is_bad || each_configuration(j, s, process, judge_steps_of, r);
}

/* ---- Rendezvous ---- */
bool judge_can_meet(judge *j, key_ref a, key_ref b, global_ref global)
{
    meeting_vec found = {0};
    view_ref none = j->space->no_view;
    moves_meet(j->moves, &j->post->messages, a, none, b, none, global, &found);
    moves_meet(j->moves, &j->post->messages, b, none, a, none, global, &found);
    bool any = found.count > 0;
    vec_release(&found);
    return any;
}

/* ---- Conditions on the whole state ---- */
typedef struct aspects { /* what a condition looks at, by process type */
    bool *node, *locals, *view;
} aspects;

static void find_aspects(const footprints *of, const footprint *f, aspects *a)
{
    for (uint32_t t = 0; t < of->program->processes.count; t++) {
        a->node[t] = footprint_asks_where(of, f, t);
        a->locals[t] = index_set_has(&f->remotes, t);
        a->view[t] = index_set_has(&f->viewed, t);
    }
}

typedef struct option {
    key_ref key;
    view_ref view;
} option;

typedef VEC(option) option_vec;

typedef struct condition_search {
    const aspects *aspects;
    option_vec *options; /* of each process */
} condition_search;

static bool same_aspects(judge *j, const aspects *a, uint32_t type, const option *x, const option *y)
{
    if (a->node[type] && key_get(j->space, x->key, KEY_NODE) != key_get(j->space, y->key, KEY_NODE))
        return false;
    if (a->locals[type] && memcmp(intern_get(&j->space->keys, x->key.index) + KEY_LOCALS, intern_get(&j->space->keys, y->key.index) + KEY_LOCALS,
                                  (intern_length(&j->space->keys, x->key.index) - KEY_LOCALS) * sizeof(int32_t)))
        return false;
    return !a->view[type] || view_is(x->view, y->view);
}

static bool note_option(judge *j, const event_state *s, process_ref process, uint32_t state, key_ref key, view_ref view, void *data)
{
    condition_search *c = data;
    (void)s, (void)state;
    option added = {key, view};
    uint32_t type = (uint32_t)key_get(j->space, key, KEY_TYPE);
    option_vec *options = &c->options[process.index];
    if (key_is_held(j->space, key))
        return true;
    for (size_t i = 0; i < options->count; i++)
        if (same_aspects(j, c->aspects, type, &options->data[i], &added))
            return true;
    vec_push(options, added);
    return true;
}

static bool holds_for(judge *j, const event_state *s, const expr *e, const option_vec *options, const size_t *choice, verdict_goal *goal)
{
    space_load_global(j->space, s->global);
    for (uint32_t q = 0; q < s->process_count; q++) {
        const option *o = &options[q].data[choice[q]];
        space_load_process(j->space, o->key, o->view);
        goal->key[q] = o->key;
        goal->view[q] = o->view;
    }
    return successors_condition(&j->space->successors, e) != 0;
}

/* Tries all combinations of what the condition can tell apart. */
static bool is_satisfiable(judge *j, const event_state *s, property_ref which, verdict_goal *goal)
{
    const footprints *of = j->space->request->footprints;
    const expr *e = property_at(j->space->request->properties, which)->bad;
    size_t types = j->space->request->program->processes.count;
    bool *flags = memory_new((3 * types + 1) * sizeof *flags);
    option_vec *options = memory_new((s->process_count + 1) * sizeof *options);
    size_t *choice = memory_new((s->process_count + 1) * sizeof *choice);
    aspects a = {flags, flags + types, flags + 2 * types};
    condition_search c = {&a, options};
    find_aspects(of, &of->questions[which.index], &a);
    size_t combinations = 1;
    for (process_ref q = {0}; q.index < s->process_count; q.index++) {
        each_configuration(j, s, q, note_option, &c);
        combinations *= options[q.index].count;
        if (combinations > MAX_COMBINATIONS) {
            j->too_many = true;
            combinations = 0; /* and 0 it stays: none is looked at */
        }
    }
    bool found = false;
    for (size_t n = 0; n < combinations && !found; n++) {
        limits_poll();
        size_t rest = n;
        for (uint32_t q = 0; q < s->process_count; q++) {
            choice[q] = rest % options[q].count;
            rest /= options[q].count;
        }
        found = holds_for(j, s, e, options, choice, goal);
    }
    for (uint32_t q = 0; q < s->process_count; q++) {
        const process_slots *slots = &space_shape(j->space, s->global)->process[q];
        if (!a.node[slots->type] && !a.locals[slots->type] && !a.view[slots->type])
            goal->key[q] = KEY_ANY;
        vec_release(&options[q]);
    }
    memory_free(flags);
    memory_free(options);
    memory_free(choice);
    return found;
}

typedef struct label_search {
    const char *label;
    key_ref key;
    view_ref view;
} label_search;

static bool find_at_label(judge *j, const event_state *s, process_ref process, uint32_t state, key_ref key, view_ref view, void *data)
{
    label_search *l = data;
    uint32_t labelled;
    (void)s, (void)process, (void)state;
    const process_type *t = &j->space->request->program->processes.data[key_get(j->space, key, KEY_TYPE)];
    if (key_is_held(j->space, key) || !process_find_label(t, l->label, &labelled) || (uint32_t)key_get(j->space, key, KEY_NODE) != labelled)
        return true;
    l->key = key;
    l->view = view;
    return false;
}

/* Has the process's set a key at the label? That depends on the set alone. */
static bool may_be_at_label(judge *j, const event_state *s, process_ref process, property_ref which, label_search *l)
{
    const int32_t row[] = {(int32_t)s->sets[process.index].index, (int32_t)which.index};
    uint32_t known = intern_find(&j->labels, row, 2);
    if (known == INTERN_NONE) {
        known = intern_row(&j->labels, row, 2);
        vec_push(&j->at_label, !each_configuration(j, s, process, find_at_label, l));
    }
    return j->at_label.data[known];
}

static bool two_at_label(judge *j, const event_state *s, property_ref which, const char *name, verdict_goal *goal)
{
    uint32_t count = 0;
    for (process_ref q = {0}; q.index < s->process_count && count < 2; q.index++) {
        label_search l = {.label = name};
        if (may_be_at_label(j, s, q, which, &l) && !each_configuration(j, s, q, find_at_label, &l)) {
            goal->key[q.index] = l.key;
            goal->view[q.index] = l.view;
            count++;
        }
    }
    return count == 2;
}

static bool is_violated(judge *j, const event_state *s, property_ref which, verdict_goal *goal)
{
    const property *p = property_at(j->space->request->properties, which);
    switch (p->kind) {
    case PROPERTY_DEADLOCK:
        goal->empty_words = true;
        return judge_is_deadlock(j, s, goal);
    case PROPERTY_NEVER:
    case PROPERTY_ALWAYS: return is_satisfiable(j, s, which, goal);
    case PROPERTY_MUTEX: return two_at_label(j, s, which, p->label, goal);
    case PROPERTY_FINAL: return final_satisfies(j, s, p->bad, goal);
    case PROPERTY_RUNTIME: return j->meetings_may_fail && judge_meeting_fails(j, s, goal);
    case PROPERTY_ASSERTION:
    case PROPERTY_OVERFLOW:
    case PROPERTY_LTL: case PROPERTY_CLAIM: case PROPERTY_ACCEPTANCE: case PROPERTY_PROGRESS: break;
    }
    return false;
}

bool judge_state(judge *j, const event_state *s, bool (*found)(void *data, const verdict_goal *goal), void *data)
{
    step_search r = {.found = found, .data = data, .go_on = true};
    for (process_ref q = {0}; q.index < s->process_count; q.index++)
        if ((process_is(s->holder, NO_HOLDER) || process_is(s->holder, q)) && !judge_steps(j, s, q, &r))
            return false;
    if (!process_is(s->holder, NO_HOLDER))
        return true;
    if (j->space->request->finals)
        final_collect(j, s, j->space->request->finals);
    const property_list *list = j->space->request->properties;
    for (uint32_t i = 0; i < list->items.count; i++) {
        clear_goal(&r.goal, (property_ref){i}, s);
        if (!j->violated[i] && is_violated(j, s, r.goal.property, &r.goal)) {
            j->violated[i] = true;
            if (!found(data, &r.goal))
                return false;
        }
    }
    return true;
}

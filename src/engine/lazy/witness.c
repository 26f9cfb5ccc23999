/* witness.c: from a finding to a run: what each process did before an event, then the event. */
#include <string.h>

#include "base/bug.h"
#include "engine/lazy/lazy.h"

static void add_course(const lazy *l, process_ref process, uint32_t number, run *out)
{
    const course *c = &l->courses.all.data[number];
    for (uint32_t i = 0; i < c->edge_count; i++)
        vec_push(out, ((step){.kind = STEP_EDGE, .process = process.index, .edge = l->courses.edges.data[c->first_edge + i], .partner = -1}));
}

/* From the start of the process's quiet graph to the end of one of its steps; NO_STEP: none. */
static void add_quiet(const lazy *l, process_ref process, uint32_t last, run *out)
{
    const quiet_graph *g = &l->graph.data[process.index];
    VEC(uint32_t) steps = {0};
    for (uint32_t s = last; s != NO_STEP; s = l->graphs.nodes.data[g->first_node + l->graphs.steps.data[g->first_step + s].from].by)
        vec_push(&steps, s);
    for (size_t i = steps.count; i-- > 0;)
        add_course(l, process, l->graphs.steps.data[g->first_step + steps.data[i]].course, out);
    vec_release(&steps);
}

static uint32_t last_step_to(const lazy *l, process_ref process, uint32_t at)
{
    return l->graphs.nodes.data[l->graph.data[process.index].first_node + at].by;
}

static void add_event(const lazy *l, const lazy_event *e, run *out)
{
    for (process_ref p = {0}; p.index < l->graph.count; p.index++)
        if (!process_is(p, e->process))
            add_quiet(l, p, l->choices.data[l->pick.data[p.index]].step, out);
    add_quiet(l, e->process, last_step_to(l, e->process, e->node), out);
    if (e->course != LAZY_COMMIT) {
        add_course(l, e->process, e->course, out);
        return;
    }
    word_ref word = config_word(&l->configs, l->graphs.nodes.data[l->graph.data[e->process.index].first_node + e->node].config);
    const int32_t *letter = intern_get(&l->space.letters, (uint32_t)intern_get(&l->configs.words, word.index)[e->position]);
    vec_push(out, ((step){.kind = STEP_COMMIT, .process = e->process.index, .partner = -1, .element = (uint32_t)letter[LETTER_ELEMENT]}));
}

static bool has_ended(const lazy *l, config_ref config)
{
    key_ref key = config_key(&l->configs, config);
    return l->request->program->processes.data[key_get(&l->space, key, KEY_TYPE)].nodes.data[key_get(&l->space, key, KEY_NODE)].is_final;
}

/* Everybody goes where it is stuck; the youngest that have ended are removed. */
static void add_end(const lazy *l, run *out)
{
    bool removing = l->request->program->processes_die, is_end;
    for (process_ref p = {0}; p.index < l->graph.count; p.index++)
        add_quiet(l, p, last_step_to(l, p, lazy_stuck_node(l, p, &is_end)), out);
    for (process_ref p = {(uint32_t)l->graph.count}; p.index-- > 0 && removing;) {
        removing = has_ended(l, l->graphs.nodes.data[l->graph.data[p.index].first_node + lazy_stuck_node(l, p, &is_end)].config);
        if (removing)
            vec_push(out, ((step){.kind = STEP_END, .process = p.index, .partner = -1}));
    }
}

typedef struct seeker {
    lazy *lazy;
    state_ref wanted;
    run *out;
    bool found;
} seeker;

static bool on_successor(lazy *l, const lazy_event *e, void *data)
{
    seeker *k = data;
    uint32_t length = intern_length(&l->states, k->wanted.index);
    if (length != l->next.count || memcmp(intern_get(&l->states, k->wanted.index), l->next.data, length * sizeof(int32_t)))
        return true;
    add_event(l, e, k->out);
    k->found = true;
    return false;
}

static state_ref parent(void *data, state_ref of)
{
    return ((seeker *)data)->lazy->parents.data[of.index];
}

static void take(void *data, state_ref from, state_ref to)
{
    seeker *k = data;
    k->wanted = to;
    k->found = false;
    lazy_successors(k->lazy, from, on_successor, k);
    CHECK(k->found);
}

static bool never_visited(lazy *l, const lazy_event *e, void *data)
{
    (void)l, (void)e, (void)data;
    return false;
}

violation lazy_witness(lazy *l, const lazy_finding *f)
{
    violation v = {.property = f->property, .loop = NO_LOOP};
    seeker k = {.lazy = l, .out = &v.steps};
    if (f->kind == LAZY_START)
        return v;
    witness_follow(f->state, parent, take, &k);
    lazy_successors(l, f->state, never_visited, NULL); /* the quiet graphs of this state */
    if (f->kind == LAZY_COURSE) {
        add_quiet(l, f->process, last_step_to(l, f->process, f->node), &v.steps);
        add_course(l, f->process, f->course, &v.steps);
    }
    if (f->kind == LAZY_STUCK)
        add_end(l, &v.steps);
    return v;
}

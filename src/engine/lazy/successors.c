/* successors.c: the events that are possible in a state, and for each event what the other processes may have done before it. */
#include "base/bug.h"
#include "base/limits.h"
#include "engine/lazy/lazy.h"

static const quiet_node *node_at(const lazy *l, process_ref process, uint32_t number)
{
    return &l->graphs.nodes.data[l->graph.data[process.index].first_node + number];
}

static const quiet_step *step_at(const lazy *l, process_ref process, uint32_t number)
{
    return &l->graphs.steps.data[l->graph.data[process.index].first_step + number];
}

static word_ref word_of(const lazy *l, process_ref process, uint32_t at)
{
    return config_word(&l->configs, node_at(l, process, at)->config);
}

/* ---- Commits ---- */
static int32_t element_at(const lazy *l, word_ref word, uint32_t position)
{
    return intern_get(&l->space.letters, (uint32_t)intern_get(&l->configs.words, word.index)[position])[LETTER_ELEMENT];
}

/* Is there a store among the first `count` of the word that is committed before any later store to this element? */
static bool is_queued(const lazy *l, word_ref word, uint32_t count, int32_t element)
{
    if (!l->courses.per_location)
        return count > 0;
    for (uint32_t i = 0; i < count; i++)
        if (element_at(l, word, i) == element)
            return true;
    return false;
}

static void add_commit(lazy *l, lazy_event e)
{
    for (size_t i = 0; i < l->commits.count; i++)
        if (l->commits.data[i].node == e.node && l->commits.data[i].position == e.position)
            return;
    vec_push(&l->commits, e);
}

/* Adds the commits of stores in the node's word that could not be committed before: the word `before`, with which the node was reached, had nothing in
 * their buffer. */
static void add_commits_at(lazy *l, process_ref process, uint32_t at, word_ref before)
{
    word_ref word = word_of(l, process, at);
    uint32_t length = intern_length(&l->configs.words, word.index);
    for (uint32_t i = 0; i < length; i++) {
        int32_t element = element_at(l, word, i);
        if (!is_queued(l, word, i, element) && !is_queued(l, before, intern_length(&l->configs.words, before.index), element))
            add_commit(l, (lazy_event){process, at, LAZY_COMMIT, i});
    }
}

/* All commits of the process, each at the node where its store is made: courses after that can wait until after the commit. */
static void find_commits(lazy *l, process_ref process)
{
    vec_clear(&l->commits);
    add_commits_at(l, process, 0, l->configs.empty_word);
    for (uint32_t i = 0; i < l->graph.data[process.index].step_count; i++) {
        const quiet_step *s = step_at(l, process, i);
        word_ref before = word_of(l, process, s->from);
        if (!word_is(word_of(l, process, s->to), before))
            add_commits_at(l, process, s->to, before);
    }
}

/* ---- Events ---- */
static global_ref apply_commit(lazy *l, const lazy_event *e, config_ref *config)
{
    global_ref global = lazy_global(l->now.data);
    config_ref at = node_at(l, e->process, e->node)->config;
    word_ref word = config_word(&l->configs, at);
    const int32_t *letter = intern_get(&l->space.letters, (uint32_t)intern_get(&l->configs.words, word.index)[e->position]);
    uint32_t element = (uint32_t)letter[LETTER_ELEMENT];
    int32_t value = letter[LETTER_VALUE];
    *config = configs_number(&l->configs, config_key(&l->configs, at), configs_take_out(&l->configs, word, e->position));
    if (space_memory(&l->space, global, element) == value)
        return global;
    vec_push(&l->written, GLOBAL_SLOTS + element);
    return space_global_with(&l->space, global, element, value);
}

static global_ref apply_course(lazy *l, const lazy_event *e, config_ref *config)
{
    const course *taken = &l->courses.all.data[e->course];
    const intern *globals = &l->space.globals;
    global_ref global = lazy_global(l->now.data);
    *config = taken->config;
    vec_clear(&l->next);
    for (uint32_t i = 0; i < intern_length(globals, global.index); i++)
        vec_push(&l->next, intern_get(globals, global.index)[i]);
    for (uint32_t i = 0; i < taken->change_count; i++) {
        const change *c = &l->courses.changes.data[taken->first_change + i];
        l->next.data[c->position] = c->value;
        vec_push(&l->written, c->position);
    }
    return (global_ref){intern_row(&l->space.globals, l->next.data, l->next.count)};
}

static bool reads_written(const lazy *l, uint32_t number)
{
    uint32_t reads = l->courses.all.data[number].reads;
    const int32_t *row = intern_get(&l->courses.read_sets, reads);
    for (uint32_t i = 0; i < intern_length(&l->courses.read_sets, reads); i++)
        for (size_t k = 0; k < l->written.count; k++)
            if ((uint32_t)row[i] == l->written.data[k])
                return true;
    return false;
}

/* Where a process that does not move may be when the event happens: where the process is now, or after a course that reads what the event writes. */
static void add_choices(lazy *l, process_ref process)
{
    size_t first = l->choices.count;
    vec_push(&l->choices, ((lazy_choice){node_at(l, process, 0)->config, NO_STEP}));
    for (uint32_t i = 0; i < l->graph.data[process.index].step_count && l->written.count; i++) {
        const quiet_step *s = step_at(l, process, i);
        config_ref config = node_at(l, process, s->to)->config;
        bool known = !reads_written(l, s->course);
        for (size_t k = first; k < l->choices.count && !known; k++)
            known = l->choices.data[k].config.index == config.index;
        if (!known)
            vec_push(&l->choices, ((lazy_choice){config, i}));
    }
}

/* Goes through the product of the choices. */
static bool visit_event(lazy *l, const lazy_event *e, lazy_visit *visit, void *data)
{
    uint32_t count = (uint32_t)l->graph.count;
    config_ref config;
    vec_clear(&l->written);
    vec_clear(&l->choices);
    vec_clear(&l->first_choice);
    vec_clear(&l->pick);
    global_ref global = e->course == LAZY_COMMIT ? apply_commit(l, e, &config) : apply_course(l, e, &config);
    for (process_ref p = {0}; p.index < count; p.index++) {
        vec_push(&l->first_choice, (uint32_t)l->choices.count);
        vec_push(&l->pick, (uint32_t)l->choices.count);
        if (process_is(p, e->process))
            vec_push(&l->choices, ((lazy_choice){config, NO_STEP}));
        else
            add_choices(l, p);
    }
    vec_push(&l->first_choice, (uint32_t)l->choices.count);
    for (uint32_t moved = 0; moved < count;) {
        limits_poll();
        vec_clear(&l->next);
        vec_push(&l->next, (int32_t)global.index);
        for (uint32_t p = 0; p < count; p++)
            vec_push(&l->next, (int32_t)l->choices.data[l->pick.data[p]].config.index);
        if (!visit(l, e, data))
            return false;
        for (moved = 0; moved < count && ++l->pick.data[moved] == l->first_choice.data[moved + 1]; moved++)
            l->pick.data[moved] = l->first_choice.data[moved];
    }
    return true;
}

static bool visit_courses(lazy *l, process_ref process, lazy_visit *visit, void *data)
{
    for (uint32_t n = 0; n < l->graph.data[process.index].node_count; n++) {
        course_list list = node_at(l, process, n)->courses;
        for (uint32_t k = 0; k < list.count; k++) {
            const course *taken = &l->courses.all.data[list.first + k];
            lazy_event e = {process, n, list.first + k, 0};
            if (taken->change_count && property_is(taken->violated, NO_PROPERTY) && !visit_event(l, &e, visit, data))
                return false;
        }
    }
    return true;
}

void lazy_successors(lazy *l, state_ref state, lazy_visit *visit, void *data)
{
    l->state = state;
    vec_clear(&l->now);
    vec_clear(&l->graph);
    for (uint32_t i = 0; i < intern_length(&l->states, state.index); i++)
        vec_push(&l->now, intern_get(&l->states, state.index)[i]);
    for (process_ref p = {0}; p.index + 1 < l->now.count; p.index++) {
        global_ref global = lazy_global(l->now.data);
        vec_push(&l->graph, quiet_graphs_of(&l->graphs, (config_ref){(uint32_t)l->now.data[1 + p.index]}, space_scene(&l->space, global, p), global));
    }
    for (process_ref p = {0}; p.index < l->graph.count; p.index++) {
        find_commits(l, p);
        for (size_t i = 0; i < l->commits.count; i++) {
            lazy_event e = l->commits.data[i];
            if (!visit_event(l, &e, visit, data))
                return;
        }
        if (!visit_courses(l, p, visit, data))
            return;
    }
}

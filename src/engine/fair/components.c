#include "engine/fair/components.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/limits.h"

/* What happens in one strongly connected part. */
typedef struct summary {
    bool has_edge;
    uint32_t marks;
    bool *moves, *idle;       /* by process of the play */
    bool *flushes;            /* the same: all that is pending may be committed at once */
    uint8_t *popped, *pushed; /* by process and letter: process * letters + letter */
} summary;

typedef struct finding {
    const play *play;
    const bool *wanted;
    uint32_t all_marks;
    digraph graph;
    size_t processes, letters;
    bool asks_processes, asks_stores; /* runs are to be fair to them */
    summary now;
    arena *memory;
    index_vec scratch;
    component_vec *out;
} finding;

static bool is_quiet(const play_move *m)
{
    return m->edge == NO_EDGE_OF_GRAPH;
}

static void clear_summary(finding *f)
{
    summary *s = &f->now;
    s->has_edge = false;
    s->marks = 0;
    memset(s->moves, 0, f->processes);
    memset(s->idle, 0, f->processes);
    memset(s->flushes, 0, f->processes);
    memset(s->popped, 0, f->processes * f->letters);
    memset(s->pushed, 0, f->processes * f->letters);
}

static uint32_t pushed_letter(const finding *f, const play_move *m, uint32_t i)
{
    return f->play->graph->explore->moves.letters.data[m->first_pushed + i].index;
}

static void note_move(finding *f, const play_move *m)
{
    summary *s = &f->now;
    if (!is_quiet(m)) {
        s->has_edge |= f->play->graph->edges.data[m->edge].reads;
        s->marks |= f->play->graph->edges.data[m->edge].marks;
    }
    if (m->actor == NO_ACTOR)
        return;
    s->moves[m->actor] |= m->by != NO_EDGE || m->ends;
    if (m->partner != NO_ACTOR)
        s->moves[m->partner] = true;
    s->flushes[m->actor] |= m->flushes;
    for (uint32_t i = 0; i < m->pushed_count; i++)
        s->pushed[m->actor * f->letters + pushed_letter(f, m, i)] = 1;
    if (!letter_is(m->popped, LETTER_NONE))
        s->popped[m->actor * f->letters + m->popped.index] = 1;
}

static void summarize(finding *f, const uint32_t *places, size_t count)
{
    const play *p = f->play;
    clear_summary(f);
    for (size_t i = 0; i < count; i++) {
        limits_poll();
        for (size_t q = 0; q < f->processes; q++)
            f->now.idle[q] |= p->idle.data[places[i] * f->processes + q];
        for (uint32_t e = p->first.data[places[i]]; e < p->first.data[places[i] + 1]; e++)
            if (digraph_has(&f->graph, places[i], e))
                note_move(f, &p->moves.data[e]);
    }
}

/* Later, when places and moves have been taken out, it can only be worse. */
static bool may_be_fair(const finding *f)
{
    bool may = f->now.has_edge && (f->now.marks & f->all_marks) == f->all_marks;
    for (size_t q = 0; q < f->processes && may && f->asks_processes; q++)
        may = f->now.moves[q] || f->now.idle[q];
    return may;
}

static bool is_popped(const finding *f, size_t process, uint32_t letter)
{
    CHECK(letter < f->letters);
    return f->now.flushes[process] || f->now.popped[process * f->letters + letter];
}

/* Is every store that is pending in the place committed again and again? Otherwise no fair run comes back to the place for ever. */
static bool may_last(finding *f, uint32_t place_number)
{
    for (size_t q = 0; q < f->processes; q++) {
        words_letters(f->play->words, f->play->cuts.data[place_number * f->processes + q], &f->scratch);
        for (size_t i = 0; i < f->scratch.count; i++)
            if (!is_popped(f, q, f->scratch.data[i]))
                return false;
    }
    return true;
}

/* What is stored again and again is committed again and again, and the reverse. */
static bool move_may_last(const finding *f, const play_move *m)
{
    if (m->actor == NO_ACTOR)
        return true;
    for (uint32_t i = 0; i < m->pushed_count; i++)
        if (!is_popped(f, m->actor, pushed_letter(f, m, i)))
            return false;
    return letter_is(m->popped, LETTER_NONE) || f->now.pushed[m->actor * f->letters + m->popped.index];
}

/* Takes out what no fair run does for ever; true when there was any. `left` gets the places that are left. */
static bool prune(finding *f, const uint32_t *places, size_t count, index_vec *left)
{
    const play *p = f->play;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        for (uint32_t e = p->first.data[places[i]]; e < p->first.data[places[i] + 1]; e++)
            if (digraph_has(&f->graph, places[i], e) && !move_may_last(f, &p->moves.data[e]))
                f->graph.gone[e] = any = true;
    }
    for (size_t i = 0; i < count; i++) {
        if (!f->asks_stores || may_last(f, places[i])) {
            vec_push(left, places[i]);
        } else {
            f->graph.region[places[i]] = NO_REGION;
            any = true;
        }
    }
    return any;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void emit(finding *f, const uint32_t *places, size_t count)
{
    const play *p = f->play;
    component c = {0};
    for (size_t i = 0; i < count; i++) {
        vec_push(&c.places, places[i]);
        for (uint32_t e = p->first.data[places[i]]; e < p->first.data[places[i] + 1]; e++)
            if (digraph_has(&f->graph, places[i], e) && !is_quiet(&p->moves.data[e]))
                vec_push(&c.edges, p->moves.data[e].edge);
    }
    qsort(c.edges.data, c.edges.count, sizeof *c.edges.data, by_number);
    size_t kept = 0;
    for (size_t i = 0; i < c.edges.count; i++)
        if (!kept || c.edges.data[kept - 1] != c.edges.data[i])
            c.edges.data[kept++] = c.edges.data[i];
    c.edges.count = kept;
    vec_push(f->out, c);
}

/* Splits the places, which are in one region, and looks at each part. */
static void look_at(finding *f, const uint32_t *places, size_t count)
{
    index_vec parts = {0}, ends = {0}, left = {0};
    digraph_split(&f->graph, places, count, &parts, &ends);
    for (size_t i = 0, start = 0; i < ends.count; start = ends.data[i++]) {
        const uint32_t *part = parts.data + start;
        size_t size = ends.data[i] - start;
        summarize(f, part, size);
        if (!may_be_fair(f))
            continue;
        vec_clear(&left);
        if (!prune(f, part, size, &left))
            emit(f, part, size);
        else if (left.count)
            look_at(f, left.data, left.count);
    }
    vec_release(&parts);
    vec_release(&ends);
    vec_release(&left);
}

static void begin(finding *f, index_vec *places)
{
    const play *p = f->play;
    for (uint32_t i = 0; i < p->node_of.count; i++) {
        bool any = false;
        for (uint32_t e = p->first.data[i]; e < p->first.data[i + 1]; e++) {
            const play_move *m = &p->moves.data[e];
            f->graph.gone[e] = !is_quiet(m) && !f->wanted[m->edge];
            any |= !f->graph.gone[e];
        }
        if (any) {
            f->graph.region[i] = 0;
            vec_push(places, i);
        }
    }
    f->graph.regions = 1;
}

void components_find(const play *p, const bool *wanted, uint32_t all_marks, component_vec *out)
{
    finding f = {.play = p, .wanted = wanted, .all_marks = all_marks, .processes = p->processes.count, .memory = arena_new(), .out = out};
    index_vec places = {0};
    fairness kind = p->graph->claim->of->fairness;
    f.asks_processes = kind == FAIRNESS_ALL || kind == FAIRNESS_PROCESS;
    f.asks_stores = kind == FAIRNESS_ALL || kind == FAIRNESS_MEMORY;
    f.letters = intern_count(&p->words->space->letters) + 1;
    f.now.moves = ARENA_ARRAY(f.memory, bool, f.processes);
    f.now.idle = ARENA_ARRAY(f.memory, bool, f.processes);
    f.now.flushes = ARENA_ARRAY(f.memory, bool, f.processes);
    f.now.popped = ARENA_ARRAY(f.memory, uint8_t, f.processes * f.letters);
    f.now.pushed = ARENA_ARRAY(f.memory, uint8_t, f.processes * f.letters);
    digraph_init(&f.graph, (uint32_t)p->node_of.count, (uint32_t)p->moves.count, p->first.data, p->target.data);
    begin(&f, &places);
    look_at(&f, places.data, places.count);
    vec_release(&places);
    vec_release(&f.scratch);
    digraph_release(&f.graph);
    arena_free(f.memory);
}

void components_release(component_vec *c)
{
    for (size_t i = 0; i < c->count; i++) {
        vec_release(&c->data[i].edges);
        vec_release(&c->data[i].places);
    }
    vec_release(c);
}

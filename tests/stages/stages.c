/* stages.c: what the events engine makes of a program, stage by stage.
 *
 *     stages [--dot] [sc|tso|pso] FILE
 *
 * For each state that is expanded there is a line for each event: where the event leads, and what becomes of the state there. Sets are named A1, A2, ... in
 * the order in which they are met, and written out at the end, or drawn in Graphviz' language. Only the first attempt of the engine is made, and every location is buffered. docs/DESIGN.md
 * goes through what this program prints for examples/knock.pml. */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "library/file.h"
#include "engine/events/explore.h"
#include "engine/local/refuse.h"
#include "frontend/frontend.h"

typedef struct stages {
    explore x;
    const program *program;
    bool (*keep)(void *data, const event *e, const event_state *s); /* the callback of the search itself */
    VEC(moore_ref) named; /* A1, A2, ... */
    uint32_t expanded;    /* the state whose events are being told */
    bool dot;
    strbuf out;
} stages;

/* ---- Numbers as words ---- */
static void add_element(stages *g, uint32_t element, int32_t value)
{
    const variable *v = &g->program->globals.data[program_global_of_element(g->program, element)];
    variable_element_name(v, element - v->offset, &g->out);
    strbuf_printf(&g->out, "=%d", value);
}

static void add_letter(stages *g, letter_ref letter)
{
    const int32_t *row = intern_get(&g->x.space.letters, letter.index);
    if (space_is_barrier(&g->x.space, letter))
        strbuf_add(&g->out, "barrier");
    else
        add_element(g, (uint32_t)row[LETTER_ELEMENT], row[LETTER_VALUE]);
}

/* The node, with a star inside an atomic block, and the locals. */
static void add_key(stages *g, key_ref key)
{
    const int32_t *row = intern_get(&g->x.space.keys, key.index);
    strbuf_printf(&g->out, "%d%s", row[KEY_NODE], row[KEY_HOLD] == HOLD_NONE ? "" : "*");
    for (uint32_t i = KEY_LOCALS; i < intern_length(&g->x.space.keys, key.index); i++)
        strbuf_printf(&g->out, "%c%d", i == KEY_LOCALS ? ':' : ',', row[i]);
}

static void add_view(stages *g, uint32_t type, view_ref view)
{
    const int32_t *row = intern_get(&g->x.space.views, view.index);
    for (uint32_t i = 0; i < intern_length(&g->x.space.views, view.index); i += 2) {
        strbuf_add_char(&g->out, ' ');
        for (uint32_t e = 0; e < g->program->global_count; e++)
            if (g->x.space.rows->stores[type].location[e].index == (uint32_t)row[i])
                add_element(g, e, row[i + 1]);
    }
}

static void add_set_name(stages *g, moore_ref a)
{
    size_t name = 0;
    while (name < g->named.count && g->named.data[name].index != a.index)
        name++;
    if (name == g->named.count)
        vec_push(&g->named, a);
    strbuf_printf(&g->out, " A%zu", name + 1);
}

static void add_state(stages *g, const event_state *s)
{
    for (uint32_t i = 0; i < g->program->global_count; i++) {
        add_element(g, i, space_memory(&g->x.space, s->global, i));
        strbuf_add_char(&g->out, ' ');
    }
    strbuf_add_char(&g->out, '|');
    for (uint32_t q = 0; q < s->process_count; q++)
        add_set_name(g, s->sets[q]);
    if (!process_is(s->holder, NO_HOLDER))
        strbuf_printf(&g->out, " held by %u", s->holder.index);
}

static const char *type_name(const stages *g, moore_ref a)
{
    return g->program->processes.data[sets_type(&g->x.sets, a)].name;
}

static void add_event(stages *g, const event *e)
{
    static const char *const does[] = {[EVENT_START] = "start", [EVENT_COMMIT] = " commits ", [EVENT_STEP] = " steps", [EVENT_SYNC] = " syncs",
                                       [EVENT_MEETING] = " meets", [EVENT_END] = " ends"};
    if (e->kind != EVENT_START && !process_is(e->process, EVERYBODY))
        strbuf_printf(&g->out, "%s[%u]", type_name(g, g->x.kept.states.data[g->expanded].state.sets[e->process.index]), e->process.index);
    strbuf_add(&g->out, does[e->kind]);
    if (e->kind == EVENT_COMMIT)
        add_letter(g, e->letter);
}

/* ---- What becomes of a state that was found ---- */
static bool includes(const stages *g, const event_state *big, const event_state *small)
{
    bool so = global_is(big->global, small->global) && process_is(big->holder, small->holder);
    for (uint32_t q = 0; q < small->process_count && so; q++)
        so = moore_includes(g->x.sets.pool, big->sets[q], small->sets[q]);
    return so;
}

/* The states but the last that are kept. */
static void add_evicted(stages *g, const bool *were_alive)
{
    for (uint32_t i = 0; i + 1 < g->x.kept.states.count; i++)
        if (were_alive[i] && !g->x.kept.states.data[i].alive)
            strbuf_printf(&g->out, ", evicts %u", i);
}

static void add_fate(stages *g, const event_state *found, bool was_kept, const bool *were_alive)
{
    const kept_state *last = &vec_last(&g->x.kept.states);
    if (!was_kept) {
        for (uint32_t i = 0; i < g->x.kept.states.count; i++)
            if (g->x.kept.states.data[i].alive && includes(g, &g->x.kept.states.data[i].state, found))
                strbuf_printf(&g->out, "in %u", i);
        return;
    }
    if (!state_is(last->loop_start, STATE_NONE)) {
        strbuf_printf(&g->out, "loop from %u: ", last->loop_start.index);
        add_state(g, &last->state);
        strbuf_add(&g->out, ", ");
    }
    strbuf_printf(&g->out, "kept as %zu", g->x.kept.states.count - 1);
    add_evicted(g, were_alive);
    if (g->x.findings.count)
        strbuf_printf(&g->out, ", bad");
}

static bool tell(void *data, const event *e, const event_state *s)
{
    stages *g = data;
    size_t before = g->x.kept.states.count;
    VEC(bool) were_alive = {0};
    VEC(moore_ref) copy = {0};
    for (size_t i = 0; i < before; i++)
        vec_push(&were_alive, g->x.kept.states.data[i].alive);
    for (uint32_t q = 0; q < s->process_count; q++)
        vec_push(&copy, s->sets[q]);
    event_state found = *s; /* the sets of s may move */
    found.sets = copy.data;
    if (e->kind != EVENT_START && g->x.parent.index != g->expanded) {
        g->expanded = g->x.parent.index;
        strbuf_printf(&g->out, "\nstate %u: ", g->expanded);
        add_state(g, &g->x.kept.states.data[g->expanded].state);
        strbuf_add_char(&g->out, '\n');
    }
    strbuf_add(&g->out, e->kind == EVENT_START ? "" : "  ");
    add_event(g, e);
    strbuf_add(&g->out, " -> ");
    add_state(g, &found);
    strbuf_add(&g->out, "  ");
    bool go_on = g->keep(&g->x, e, s);
    explore_take_successors(&g->x); /* each at once, to tell what becomes of it */
    add_fate(g, &found, g->x.kept.states.count > before, were_alive.data);
    strbuf_add_char(&g->out, '\n');
    vec_release(&were_alive);
    vec_release(&copy);
    return go_on && !g->x.stop;
}

/* ---- Sets ---- */
static void write_set(stages *g, size_t name)
{
    moore_ref a = g->named.data[name];
    const moore_pool *pool = g->x.sets.pool;
    strbuf_printf(&g->out, "\nA%zu, of %s\n", name + 1, type_name(g, a));
    for (uint32_t q = 0; q < moore_state_count(pool, a); q++) {
        size_t count;
        moore_label at = moore_state_label(pool, a, q);
        const uint32_t *keys = moore_label_keys(pool, at, &count);
        strbuf_printf(&g->out, "  %u {", q);
        for (size_t i = 0; i < count; i++) {
            strbuf_add_char(&g->out, ' ');
            add_key(g, (key_ref){keys[i]});
        }
        strbuf_add(&g->out, " }");
        if (count && !view_is(label_view(pool, at), g->x.space.no_view)) {
            strbuf_add(&g->out, " view");
            add_view(g, sets_type(&g->x.sets, a), label_view(pool, at));
        }
        const moore_edge *edges = moore_state_edges(pool, a, q, &count);
        for (size_t i = 0; i < count; i++) {
            strbuf_add(&g->out, ", ");
            add_letter(g, (letter_ref){edges[i].letter});
            strbuf_printf(&g->out, " -> %u", edges[i].target);
        }
        strbuf_add_char(&g->out, '\n');
    }
}

static void dot_letter(void *data, uint32_t letter, strbuf *out)
{
    stages *g = data;
    CHECK(out == &g->out);
    add_letter(g, (letter_ref){letter});
}

static void dot_key(void *data, uint32_t key, strbuf *out)
{
    stages *g = data;
    CHECK(out == &g->out);
    add_key(g, (key_ref){key});
}

static void write_end(stages *g)
{
    strbuf_printf(&g->out, "\nthe end:");
    for (uint32_t i = 0; i < g->x.kept.states.count; i++)
        if (g->x.kept.states.data[i].alive)
            strbuf_printf(&g->out, " %u", i);
    strbuf_printf(&g->out, "%s%s\n", g->x.limit ? ", " : "", g->x.limit ? g->x.limit : "");
    for (size_t i = 0; i < g->named.count; i++)
        if (g->dot)
            moore_dot(g->x.sets.pool, g->named.data[i], dot_letter, dot_key, g, &g->out);
        else
            write_set(g, i);
}

static bool run_stages(const program *p, const property_list *list, memory_kind memory, bool dot)
{
    arena *kept = arena_new();
    stages g = {.program = p, .expanded = UINT32_MAX, .dot = dot};
    footprints *looked_at = property_footprints(list, p);
    engine_request request = {.program = p, .properties = list, .footprints = looked_at, .machine = {.memory = memory}};
    const char *refused = local_refuse(looked_at);
    if (refused) {
        printf("refused: %s\n", refused);
    } else {
        explore_init(&g.x, &request, ARENA_ARRAY(kept, bool, p->global_count + 1), &explore_attempts[0].plan, clock_seconds());
        g.keep = g.x.post.found;
        g.x.post.found = tell;
        g.x.post.data = &g;
        explore_run(&g.x);
        write_end(&g);
        fputs(strbuf_text(&g.out), stdout);
        explore_release(&g.x);
    }
    vec_release(&g.named);
    strbuf_release(&g.out);
    footprints_free(looked_at);
    arena_free(kept);
    return !refused;
}

/* ---- The program ---- */
static bool run_file(const char *path, memory_kind memory, bool dot)
{
    strbuf text = {0}, said = {0};
    diag d;
    diag_init(&d);
    bool good = file_read(path, &text, &said);
    const frontend *language = frontend_find(NULL, path);
    frontend_input input = {.file_name = path, .text = strbuf_text(&text), .length = text.length, .keeps_locals = true, .buffered = true};
    program *p = good && language ? language->parse(&input, &d) : NULL;
    if (p) {
        property_list list = {0};
        property_list_init(&list, p, &d, true, false);
        good = run_stages(p, &list, memory, dot);
        property_list_release(&list);
        program_free(p);
    }
    diag_print(&d, &said);
    fputs(strbuf_text(&said), stderr);
    diag_release(&d);
    strbuf_release(&text);
    strbuf_release(&said);
    return p && good;
}

int main(int argc, char **argv)
{
    memory_kind memory = MEMORY_TSO;
    bool dot = argc > 1 && !strcmp(argv[1], "--dot");
    int at = dot ? 2 : 1;
    if (at < argc && memory_kind_find(argv[at], &memory))
        at++;
    if (at + 1 != argc) {
        fputs("usage: stages [--dot] [sc|tso|pso] FILE\n", stderr);
        return 3;
    }
    return run_file(argv[at], memory, dot) ? 0 : 1;
}

/* reach.c: are the states that the events engine reaches those that the explicit engine reaches?
 *
 *     reach [--states N] [--seconds S] [--private] [--orders] [--widen] [sc|tso|pso ...] FILE...
 *
 * The explicit engine is also compared with itself, with each of its reductions. Each file is compared under each memory model, in a process of its
 * own. For every one a line: `same` (the explicit engine has seen all), `within` (a store met its last bound; whatever only the events engine has was
 * replayed), `approximate` (only an approximation ended: it may have more, which is counted as extra), `unfinished` (the events engine gave up; what it
 * has was compared), `refused`, `invalid` (the file), or `MISMATCH` with what differs, or `CRASH`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/clock.h"
#include "library/file.h"
#include "engine/events/events.h"
#include "engine/local/refuse.h"
#include "frontend/frontend.h"
#include "sides.h"

enum {
    MAX_TROUBLES = 6,
    LONGEST_SECONDS = 120, /* of CPU time: looking for a run that there is not takes many */
    ORDERS = 3             /* the first attempts have an order each */
};

static const explore_plan coarse[] = {{ORDER_LARGEST, 1000, 500, {2, 1}}, {ORDER_DEPTH, 1000, 500, {6, 2}}};

typedef struct settings {
    uint64_t states;
    double seconds;
    bool private; /* locations that one process alone accesses need no buffer */
    bool orders;  /* each order of search on its own */
    bool widen;   /* approximations of small sets, too, where an exact search ends */
} settings;

void note_trouble(comparison *c, const char *what, const int32_t *row, uint32_t count)
{
    if (c->troubles++ >= MAX_TROUBLES)
        return;
    strbuf_printf(&c->trouble, "    %s ", what);
    if (row)
        item_print(c->program, row, count, &c->trouble);
    strbuf_add_char(&c->trouble, '\n');
}

/* One search, when others before it have taken `*spent` seconds; true when it ended. What one that gave up has is compared too, if it is the last. */
static bool search_events(comparison *c, const explore_plan *plan, double *spent, bool last, uint64_t *states, bool *approximate)
{
    explore x;
    double start = clock_seconds();
    explore_init(&x, &c->request, c->unbuffered, plan, start - *spent);
    explore_run(&x);
    *spent += clock_seconds() - start;
    bool ended = !x.limit;
    *approximate = x.sets.widened;
    *states = x.kept.states.count;
    if (x.initial_error != (c->search.store.count == 0))
        note_trouble(c, "only one engine has an error in the first state", NULL, 0);
    else if (!x.initial_error && (ended || last || *spent >= c->request.time_limit))
        events_compare(c, &x, ended);
    if (!x.initial_error && ended)
        certificate_compare(c, &x);
    explore_release(&x);
    return ended;
}

static bool search_all(comparison *c, const settings *s, uint64_t *states, bool *approximate)
{
    bool ended = false, widened = false;
    double spent = 0;
    for (size_t i = 0; i < explore_attempt_count && (!ended || (s->orders && i < ORDERS)); i++) {
        if (spent >= c->request.time_limit)
            break;
        ended |= search_events(c, &explore_attempts[i].plan, &spent, i + 1 == explore_attempt_count, states, &widened);
        *approximate |= ended && widened;
    }
    uint64_t more_states = 0;
    for (size_t i = 0; i < sizeof coarse / sizeof *coarse && s->widen; i++) {
        spent = 0;
        search_events(c, &coarse[i], &spent, true, &more_states, &widened);
    }
    return ended;
}

static bool read_text(const char *path, strbuf *text)
{
    strbuf error = {0};
    bool good = file_read(path, text, &error);
    if (!good)
        fprintf(stderr, "%s\n", strbuf_text(&error));
    strbuf_release(&error);
    return good;
}

static void add_mutexes(property_list *list, const program *p)
{
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].labels.count; i++) {
            const char *name = p->processes.data[t].labels.data[i].name;
            property_add(list, (property){.kind = PROPERTY_MUTEX, .name = arena_printf(list->memory, "mutex %s", name), .label = name});
        }
}

/* Conditions that the file asks about, in lines `// never: E`. */
static void add_conditions(property_list *list, program *p, const frontend *language, const char *text, diag *d)
{
    static const char mark[] = "// never: ";
    for (const char *at = strstr(text, mark); at; at = strstr(at, mark)) {
        at += sizeof mark - 1;
        const char *condition = arena_strndup(list->memory, at, strcspn(at, "\n"));
        const expr *bad = language->parse_condition(p, "never", condition, NULL, d);
        if (bad)
            property_add(list, (property){.kind = PROPERTY_NEVER, .name = arena_printf(list->memory, "never %s", condition), .bad = bad});
    }
}

static bool *find_private(const footprints *f, machine on, arena *memory, bool wanted)
{
    bool *out = ARENA_ARRAY(memory, bool, f->program->global_count + 1);
    if (wanted)
        footprints_find_private(f, on, out);
    return out;
}

static void print_messages(const diag *d)
{
    strbuf said = {0};
    diag_print(d, &said);
    fputs(strbuf_text(&said), stderr);
    strbuf_release(&said);
}

/* The comparison of one program; false on a mismatch. */
static bool compare(const char *path, memory_kind memory, program *p, const property_list *list, const settings *s)
{
    arena *kept = arena_new();
    uint64_t states = 0;
    bool approximate = false;
    comparison c = {.program = p, .properties = list, .machine = {.memory = memory}, .max_states = s->states};
    footprints *looked_at = property_footprints(list, p);
    c.whole_states = index_set_is_empty(&looked_at->all.created);
    c.unbuffered = find_private(looked_at, c.machine, kept, s->private);
    c.request = (engine_request){.program = p, .properties = list, .footprints = looked_at, .machine = c.machine, .all_errors = true, .time_limit = s->seconds};
    c.explicit_violated = ARENA_ARRAY(kept, bool, list->items.count + 1);
    const char *refused = engine_refuses_questions(&c.request);
    if (!refused)
        refused = local_refuse(looked_at);
    if (refused) {
        printf("refused %s %s: %s\n", path, memory_traits_of(memory)->name, refused);
        footprints_free(looked_at);
        arena_free(kept);
        return true;
    }
    double start = clock_seconds();
    explicit_collect(&c);
    lazy_compare(&c);
    order_compare(&c);
    double between = clock_seconds();
    bool ended = search_all(&c, s, &states, &approximate);
    bool good = c.troubles == 0;
    printf("%s %s %s: %zu items, %llu replayed, %llu unconfirmed, %llu extra, %llu left, %u, %zu, %u and %llu states, %.0f and %.0f ms\n%s",
           !good ? "MISMATCH" : !ended ? "unfinished" : approximate ? "approximate" : c.complete ? "same" : "within", path, memory_traits_of(memory)->name, c.explicit_items,
           (unsigned long long)c.replayed, (unsigned long long)c.unconfirmed, (unsigned long long)c.extra,
           (unsigned long long)c.left, c.search.store.count, c.reduced_states, c.ample_states, (unsigned long long)states, (between - start) * 1e3,
           (clock_seconds() - between) * 1e3, strbuf_text(&c.trouble));
    explicit_release(&c);
    intern_release(&c.items);
    vec_release(&c.confirmed);
    strbuf_release(&c.trouble);
    footprints_free(looked_at);
    arena_free(kept);
    return good;
}

static bool compare_file(const char *path, const bool *memories, const settings *s)
{
    strbuf text = {0};
    diag d;
    bool good = true;
    if (!read_text(path, &text))
        return false;
    diag_init(&d);
    frontend_input input = {.file_name = path, .text = strbuf_text(&text), .length = text.length, .keeps_locals = true, .buffered = true};
    const frontend *language = frontend_find(NULL, path);
    CHECK(language);
    program *p = language->parse(&input, &d);
    property_list list = {0};
    if (p) {
        property_list_init(&list, p, &d, true, false);
        add_mutexes(&list, p);
        add_conditions(&list, p, language, strbuf_text(&text), &d);
    }
    if (!p || diag_has_errors(&d)) {
        printf("invalid %s\n", path);
        print_messages(&d);
    } else {
        for (memory_kind m = MEMORY_SC; m <= MEMORY_PSO; m++)
            if (memories[m])
                good &= compare(path, m, p, &list, s);
    }
    if (p) {
        property_list_release(&list);
        program_free(p);
    }
    diag_release(&d);
    strbuf_release(&text);
    return good;
}

/* A crash or a failed check must not end the others. */
static bool compare_apart(const char *path, const bool *memories, const settings *s)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {.tv_sec = LONGEST_SECONDS}}, NULL);
        bool good = compare_file(path, memories, s);
        fflush(stdout);
        _exit(good ? 0 : 1);
    }
    CHECK(waitpid(child, &status, 0) == child);
    if (WIFEXITED(status) && WEXITSTATUS(status) <= 1)
        return WEXITSTATUS(status) == 0;
    printf("CRASH %s: %s %d\n", path, WIFEXITED(status) ? "exit code" : "signal", WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    return false;
}

int main(int argc, char **argv)
{
    settings s = {.states = 20000, .seconds = 1};
    bool memories[MEMORY_KINDS] = {false}, good = true;
    int at = 1;
    for (; at < argc && !strncmp(argv[at], "--", 2); at++) {
        if (!strcmp(argv[at], "--private"))
            s.private = true;
        else if (!strcmp(argv[at], "--orders"))
            s.orders = true;
        else if (!strcmp(argv[at], "--widen"))
            s.widen = true;
        else if (!strcmp(argv[at], "--states") && at + 1 < argc)
            s.states = strtoull(argv[++at], NULL, 10);
        else if (!strcmp(argv[at], "--seconds") && at + 1 < argc)
            s.seconds = strtod(argv[++at], NULL);
        else
            return 3;
    }
    for (memory_kind kind; at < argc && memory_kind_find(argv[at], &kind); at++)
        memories[kind] = true;
    if (!memories[0] && !memories[1] && !memories[2])
        memories[0] = memories[1] = memories[2] = true;
    for (; at < argc; at++)
        good &= compare_apart(argv[at], memories, &s);
    return good ? 0 : 1;
}

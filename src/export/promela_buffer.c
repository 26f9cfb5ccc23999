/* promela_buffer.c: store buffers as variables.
 *
 * Of the process at position k, TSO: nk stores, their elements lk and values vk, oldest first. PSO and slot: for each element nk stores and their values vk. PSO with barriers:
 * also their stages sk, and the stage stagek of the next store. What is not in use is 0. */
#include "export/promela.h"

/* In VIEW a sum instead of a conditional expression, since formulas have none. */
void promela_write_buffer(promela_writer *w, uint32_t k)
{
    uint32_t elements = w->program->global_count + 1;
    if (promela_has_words(w)) {
        strbuf_printf(w->out, "int n%u, l%u[%u], v%u[%u];\n#define VIEW%u(e) ", k, k, w->bound, k, w->bound, k);
        for (uint32_t i = w->bound; i > 0; i--)
            strbuf_printf(w->out, "((n%u > %u && l%u[%u] == (e)) * v%u[%u] + !(n%u > %u && l%u[%u] == (e)) * ", k, i - 1, k, i - 1, k, i - 1, k, i - 1, k, i - 1);
        strbuf_add(w->out, "mem[e]");
        for (uint32_t i = 0; i < w->bound; i++)
            strbuf_add_char(w->out, ')');
        strbuf_add_char(w->out, '\n');
    } else if (promela_is_buffered(w)) {
        strbuf_printf(w->out, "int n%u[%u], v%u[%u];\n#define VIEW%u(e) ((n%u[e] > 0) * v%u[(e) * %u + n%u[e] - (n%u[e] > 0)] + (n%u[e] == 0) * mem[e])\n", k, elements, k, elements * w->bound, k, k,
                      k, w->bound, k, k, k);
        if (promela_has_stages(w))
            strbuf_printf(w->out, "int stage%u, s%u[%u];\n", k, k, elements * w->bound);
    }
}

/* Everything is 0. */
void promela_write_no_buffer(promela_writer *w, uint32_t k)
{
    if (promela_has_words(w))
        strbuf_printf(w->out, " n%u = 0;", k);
    for (uint32_t i = 0; promela_has_words(w) && i < w->bound; i++)
        strbuf_printf(w->out, " l%u[%u] = 0; v%u[%u] = 0;", k, i, k, i);
    for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < w->program->global_count; e++) {
        if (!promela_position_stores(w, k, e))
            continue;
        strbuf_printf(w->out, " n%u[%u] = 0;", k, e);
        for (uint32_t i = e * w->bound; i < (e + 1) * w->bound; i++)
            strbuf_printf(w->out, " v%u[%u] = 0;", k, i);
        for (uint32_t i = e * w->bound; promela_has_stages(w) && i < (e + 1) * w->bound; i++)
            strbuf_printf(w->out, " s%u[%u] = 0;", k, i);
    }
    if (promela_has_stages(w))
        strbuf_printf(w->out, " stage%u = 0;", k);
}

void promela_write_empty(promela_writer *w, uint32_t k)
{
    if (promela_has_words(w))
        strbuf_printf(w->out, " && n%u == 0", k);
    for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < w->program->global_count; e++)
        if (promela_position_stores(w, k, e))
            strbuf_printf(w->out, " && n%u[%u] == 0", k, e);
}

void promela_write_flush(promela_writer *w)
{
    uint32_t k = w->self;
    for (uint32_t i = 0; promela_has_words(w) && i < w->bound; i++)
        strbuf_printf(w->out, " if :: (n%u > %u) -> mem[l%u[%u]] = v%u[%u] :: else fi;", k, i, k, i, k, i);
    for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < w->program->global_count; e++)
        if (promela_position_stores(w, k, e))
            strbuf_printf(w->out, " if :: (n%u[%u] > 0) -> mem[%u] = v%u[%u + n%u[%u] - 1] :: else fi;", k, e, e, k, e * w->bound, k, e);
    promela_write_no_buffer(w, k);
}

/* new_value goes to the element new_at. */
void promela_write_store(promela_writer *w, bool is_atomic)
{
    uint32_t k = w->self;
    if (is_atomic && promela_overwrites(w))
        strbuf_printf(w->out, " n%u[new_at] = 0; v%u[new_at] = 0;", k, k);
    else if (is_atomic)
        promela_write_flush(w);
    if (is_atomic || !promela_is_buffered(w)) {
        strbuf_add(w->out, " mem[new_at] = new_value;");
        return;
    }
    if (w->machine.overflow_is_error && !promela_overwrites(w))
        promela_write_failure(w, arena_printf(w->memory, promela_has_words(w) ? "(n%u >= %u)" : "(n%u[new_at] >= %u)", k, w->bound));
    if (promela_has_words(w)) {
        strbuf_printf(w->out, " l%u[n%u] = new_at; v%u[n%u] = new_value; n%u = n%u + 1;", k, k, k, k, k, k);
    } else if (promela_overwrites(w)) {
        strbuf_printf(w->out, " v%u[new_at] = new_value; n%u[new_at] = 1;", k, k);
    } else {
        if (promela_has_stages(w))
            strbuf_printf(w->out, " s%u[new_at * %u + n%u[new_at]] = stage%u;", k, w->bound, k, k);
        strbuf_printf(w->out, " v%u[new_at * %u + n%u[new_at]] = new_value; n%u[new_at] = n%u[new_at] + 1;", k, w->bound, k, k, k);
    }
}

/* A new stage, unless the present one has no store. */
void promela_write_barrier(promela_writer *w)
{
    uint32_t k = w->self;
    if (!promela_has_stages(w))
        return;
    strbuf_add(w->out, " if :: (0");
    for (uint32_t e = 0; e < w->program->global_count; e++)
        if (promela_position_stores(w, k, e))
            strbuf_printf(w->out, " || (n%u[%u] > 0 && s%u[%u + n%u[%u] - (n%u[%u] > 0)] == stage%u)", k, e, k, e * w->bound, k, e, k, e, k);
    strbuf_printf(w->out, ") -> stage%u = stage%u + 1 :: else fi;", k, k);
}

/* The earliest stage that has a store becomes 0. */
static void write_renumber(promela_writer *w, uint32_t k)
{
    strbuf_printf(w->out, " old_value = stage%u;", k);
    for (uint32_t e = 0; e < w->program->global_count; e++)
        if (promela_position_stores(w, k, e))
            strbuf_printf(w->out, " if :: (n%u[%u] > 0 && s%u[%u] < old_value) -> old_value = s%u[%u] :: else fi;", k, e, k, e * w->bound, k, e * w->bound);
    strbuf_printf(w->out, " stage%u = stage%u - old_value;", k, k);
    for (uint32_t e = 0; e < w->program->global_count; e++)
        for (uint32_t i = 0; promela_position_stores(w, k, e) && i < w->bound; i++)
            strbuf_printf(w->out, " s%u[%u] = s%u[%u] - (n%u[%u] > %u) * old_value;", k, e * w->bound + i, k, e * w->bound + i, k, e, i);
}

static void write_commit_of(promela_writer *w, uint32_t k, uint32_t e, const char *when)
{
    uint32_t first = e * w->bound, last = first + w->bound - 1;
    bool staged = promela_has_stages(w);
    strbuf_printf(w->out, ":: d_step { !failed && n%u[%u] > 0", k, e);
    if (staged)
        strbuf_printf(w->out, " && s%u[%u] == 0", k, first);
    strbuf_printf(w->out, "%s -> mem[%u] = v%u[%u];", when, e, k, first);
    for (uint32_t i = first; i < last; i++) {
        strbuf_printf(w->out, " v%u[%u] = v%u[%u];", k, i, k, i + 1);
        if (staged)
            strbuf_printf(w->out, " s%u[%u] = s%u[%u];", k, i, k, i + 1);
    }
    if (staged)
        strbuf_printf(w->out, " s%u[%u] = 0;", k, last);
    strbuf_printf(w->out, " v%u[%u] = 0; n%u[%u] = n%u[%u] - 1;", k, last, k, e, k, e);
    if (staged)
        write_renumber(w, k);
    strbuf_add(w->out, " new_value = 0 }\n");
}

void promela_write_commits(promela_writer *w, uint32_t k)
{
    uint32_t bound = w->bound;
    const char *when = "";
    if (w->program->commits_when)
        when = arena_printf(w->memory, " && %s", promela_text(w, w->program->commits_when));
    if (promela_has_words(w)) {
        strbuf_printf(w->out, ":: d_step { !failed && n%u > 0%s -> mem[l%u[0]] = v%u[0];", k, when, k, k);
        for (uint32_t i = 0; i + 1 < bound; i++)
            strbuf_printf(w->out, " l%u[%u] = l%u[%u]; v%u[%u] = v%u[%u];", k, i, k, i + 1, k, i, k, i + 1);
        strbuf_printf(w->out, " l%u[%u] = 0; v%u[%u] = 0; n%u = n%u - 1 }\n", k, bound - 1, k, bound - 1, k, k);
    }
    for (uint32_t e = 0; promela_is_buffered(w) && !promela_has_words(w) && e < w->program->global_count; e++)
        if (promela_position_stores(w, k, e))
            write_commit_of(w, k, e, when);
}

/* certificate_oracle.h: certificates as data, and a brute-force opinion on them.
 *
 * The oracle enumerates the configurations that a certificate claims, with words up to a length, takes every step of each by replay_take, and looks whether the
 * results are claimed too. It can show that a certificate is no proof; where it finds nothing, longer words might. */
#ifndef CERTIFICATE_ORACLE_H
#define CERTIFICATE_ORACLE_H

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/intern.h"
#include "property/safety.h"
#include "trace/replay.h"

enum { WORD_LENGTH = 4, MOST_CONFIGURATIONS = 20000 };

/* ---- Certificates as data ---- */
typedef VEC(int32_t) ints;
typedef struct proof_point {
    ints keys, letters, targets;
} proof_point;
typedef struct proof {
    VEC(ints) keys, letters, globals, states; /* rows as in the text */
    ints unbuffered;
    VEC(proof_point) points;
} proof;

static inline void ints_copy(ints *to, const ints *from)
{
    *to = (ints){0};
    for (size_t i = 0; i < from->count; i++)
        vec_push(to, from->data[i]);
}

#define COPY_ROWS(to, from)                                   \
    for (size_t row_ = 0; row_ < (from)->count; row_++) {     \
        vec_push((to), (ints){0});                            \
        ints_copy(&vec_last(to), &(from)->data[row_]);        \
    }

static inline proof proof_copy(const proof *p)
{
    proof copy = {0};
    ints_copy(&copy.unbuffered, &p->unbuffered);
    COPY_ROWS(&copy.keys, &p->keys);
    COPY_ROWS(&copy.letters, &p->letters);
    COPY_ROWS(&copy.globals, &p->globals);
    COPY_ROWS(&copy.states, &p->states);
    for (size_t i = 0; i < p->points.count; i++) {
        proof_point made;
        ints_copy(&made.keys, &p->points.data[i].keys);
        ints_copy(&made.letters, &p->points.data[i].letters);
        ints_copy(&made.targets, &p->points.data[i].targets);
        vec_push(&copy.points, made);
    }
    return copy;
}

#define RELEASE_ROWS(rows)                                   \
    do {                                                     \
        for (size_t row_ = 0; row_ < (rows)->count; row_++)  \
            vec_release(&(rows)->data[row_]);                \
        vec_release(rows);                                   \
    } while (0)

static inline void proof_release(proof *p)
{
    vec_release(&p->unbuffered);
    RELEASE_ROWS(&p->keys);
    RELEASE_ROWS(&p->letters);
    RELEASE_ROWS(&p->globals);
    RELEASE_ROWS(&p->states);
    for (size_t i = 0; i < p->points.count; i++) {
        vec_release(&p->points.data[i].keys);
        vec_release(&p->points.data[i].letters);
        vec_release(&p->points.data[i].targets);
    }
    vec_release(&p->points);
}

static inline void proof_parse_row(const json_t *from, ints *row)
{
    for (size_t i = 0; i < json_array_size(from); i++)
        vec_push(row, (int32_t)json_integer_value(json_array_get(from, i)));
}

#define PARSE_ROWS(object, name, rows)                                                       \
    for (size_t row_ = 0; row_ < json_array_size(json_object_get(object, name)); row_++) {   \
        vec_push((rows), (ints){0});                                                         \
        proof_parse_row(json_array_get(json_object_get(object, name), row_), &vec_last(rows)); \
    }

/* A row of states is split into its states: a global and the points of each. */
static inline void parse_states(const ints *row, int32_t global, size_t processes, proof *p)
{
    for (size_t at = 0; at + processes <= row->count; at += processes ? processes : 1) {
        ints state = {0};
        vec_push(&state, global);
        for (size_t q = 0; q < processes; q++)
            vec_push(&state, row->data[at + q]);
        vec_push(&p->states, state);
    }
}

static inline proof proof_parse(const char *text)
{
    proof p = {0};
    VEC(ints) points = {0}, edges = {0}, states = {0};
    json_t *object = json_loads(text, 0, NULL);
    CHECK(object);
    proof_parse_row(json_object_get(object, "unbuffered"), &p.unbuffered);
    PARSE_ROWS(object, "keys", &p.keys);
    PARSE_ROWS(object, "letters", &p.letters);
    PARSE_ROWS(object, "globals", &p.globals);
    PARSE_ROWS(object, "states", &states);
    PARSE_ROWS(object, "points", &points);
    PARSE_ROWS(object, "edges", &edges);
    for (size_t i = 0; i < points.count; i++) {
        proof_point made = {.keys = points.data[i]};
        for (size_t at = 0; at < edges.data[i].count; at += 2) {
            vec_push(&made.letters, edges.data[i].data[at]);
            vec_push(&made.targets, edges.data[i].data[at + 1]);
        }
        vec_push(&p.points, made);
    }
    for (size_t i = 0; i < states.count; i++)
        parse_states(&states.data[i], (int32_t)i, (size_t)p.globals.data[i].data[0], &p);
    vec_release(&points);
    RELEASE_ROWS(&edges);
    RELEASE_ROWS(&states);
    json_decref(object);
    return p;
}

/* ---- Writing: equal keys, letters and globals are put together, so that it can be read whatever was done to it ---- */
static inline void write_row(const int32_t *row, size_t count, bool first, strbuf *out)
{
    strbuf_add(out, first ? "[" : ",[");
    for (size_t k = 0; k < count; k++)
        strbuf_printf(out, k ? ",%d" : "%d", row[k]);
    strbuf_add_char(out, ']');
}

/* `numbers` gets where each row is. */
static inline void write_table(const char *name, const ints *rows, size_t count, ints *numbers, strbuf *out)
{
    intern written = {0};
    strbuf_printf(out, "\"%s\":[", name);
    for (size_t i = 0; i < count; i++) {
        size_t before = intern_count(&written);
        vec_push(numbers, (int32_t)intern_row(&written, rows[i].data, rows[i].count));
        if (intern_count(&written) > before)
            write_row(rows[i].data, rows[i].count, before == 0, out);
    }
    strbuf_add(out, "],");
    intern_release(&written);
}

static inline void write_points(const proof *p, const ints *key_at, const ints *letter_at, strbuf *out)
{
    ints row = {0};
    strbuf_add(out, "\"points\":[");
    for (size_t i = 0; i < p->points.count; i++) {
        vec_clear(&row);
        for (size_t k = 0; k < p->points.data[i].keys.count; k++)
            vec_push(&row, key_at->data[p->points.data[i].keys.data[k]]);
        write_row(row.data, row.count, i == 0, out);
    }
    strbuf_add(out, "],\"edges\":[");
    for (size_t i = 0; i < p->points.count; i++) {
        vec_clear(&row);
        for (size_t e = 0; e < p->points.data[i].letters.count; e++) {
            vec_push(&row, letter_at->data[p->points.data[i].letters.data[e]]);
            vec_push(&row, p->points.data[i].targets.data[e]);
        }
        write_row(row.data, row.count, i == 0, out);
    }
    strbuf_add(out, "],");
    vec_release(&row);
}

static inline void proof_write(const proof *p, uint64_t input_hash, strbuf *out)
{
    ints key_at = {0}, letter_at = {0}, global_of = {0}, row = {0}; /* the last: of each state */
    VEC(ints) globals = {0};
    for (size_t i = 0; i < p->states.count; i++)
        vec_push(&globals, p->globals.data[p->states.data[i].data[0]]);
    strbuf_printf(out, "{\"input_hash\":\"%016llx\",\"proof\":{\"format\":3,\"unbuffered\":", (unsigned long long)input_hash);
    write_row(p->unbuffered.data, p->unbuffered.count, true, out);
    strbuf_add_char(out, ',');
    write_table("keys", p->keys.data, p->keys.count, &key_at, out);
    write_table("letters", p->letters.data, p->letters.count, &letter_at, out);
    write_table("globals", globals.data, globals.count, &global_of, out);
    write_points(p, &key_at, &letter_at, out);
    strbuf_add(out, "\"states\":[");
    for (int32_t g = 0, more = 1; more; g++) {
        more = 0;
        vec_clear(&row);
        for (size_t i = 0; i < p->states.count; i++) {
            more |= global_of.data[i] > g;
            for (size_t q = 1; q < p->states.data[i].count && global_of.data[i] == g; q++)
                vec_push(&row, p->states.data[i].data[q]);
        }
        write_row(row.data, row.count, g == 0, out);
    }
    strbuf_add(out, "]}}");
    vec_release(&key_at);
    vec_release(&letter_at);
    vec_release(&global_of);
    vec_release(&row);
    vec_release(&globals);
}

/* ---- Brute force ---- */
typedef struct verdict_of_row {
    bool bad;
    uint32_t first, count; /* successors */
} verdict_of_row;

typedef struct oracle {
    const program *program;
    const property_list *properties;
    replay r;
    intern globals, keys, words, configurations; /* a configuration: global, then key and word of each process. What they lead to is the same for all proofs */
    VEC(verdict_of_row) known;                   /* by configuration */
    VEC(uint32_t) successors;
    /* of the proof in hand, in the oracle's numbers */
    const proof *proof;
    VEC(uint32_t) key_number, global_number;
} oracle;

static inline void oracle_channels(oracle *o, const channel *types, size_t count)
{
    for (size_t i = 0; i < count; i++)
        replay_add_channel(&o->r.now, &types[i]);
}

static inline void oracle_load(oracle *o, uint32_t configuration)
{
    const program *p = o->program;
    const int32_t *row = intern_get(&o->configurations, configuration);
    const int32_t *global = intern_get(&o->globals, (uint32_t)row[0]), *at = global + 1 + global[0];
    replay_state *s = &o->r.now;
    s->holder = -1;
    s->hold = HOLD_NONE;
    s->timeout = false;
    s->processes.count = s->locals.count = s->pending.count = s->channels.count = s->slots.count = 0;
    for (uint32_t i = 0; i < p->global_count; i++)
        s->globals.data[i] = *at++;
    oracle_channels(o, p->channels.data, p->channels.count);
    for (uint32_t i = 0; i < (uint32_t)global[0]; i++) {
        const int32_t *key = intern_get(&o->keys, (uint32_t)row[1 + 2 * i]), *word = intern_get(&o->words, (uint32_t)row[2 + 2 * i]);
        const process_type *t = &p->processes.data[global[1 + i]];
        vec_push(&s->processes, ((replay_process){.type = (uint32_t)global[1 + i], .node = (uint32_t)key[0], .first_local = (uint32_t)s->locals.count,
                                                  .first_channel = (uint32_t)s->channels.count}));
        for (uint32_t k = 0; k < t->local_count; k++)
            vec_push(&s->locals, key[2 + k]);
        for (uint32_t k = 0; k < intern_length(&o->words, (uint32_t)row[2 + 2 * i]); k += 2) {
            uint32_t *barriers = &vec_last(&s->processes).barriers;
            if ((uint32_t)word[k] == p->global_count)
                ++*barriers;
            else
                vec_push(&s->pending, ((replay_pending){.process = i, .element = (uint32_t)word[k], .value = word[k + 1], .barriers = *barriers}));
        }
        if (key[1] != HOLD_NONE) {
            s->holder = (int32_t)i;
            s->hold = (hold_kind)key[1];
        }
        oracle_channels(o, t->channels.data, t->channels.count);
    }
    for (size_t i = 0; i < s->channels.count; i++)
        s->channels.data[i].count = (uint32_t)*at++;
    for (size_t i = 0; i < s->slots.count; i++)
        s->slots.data[i] = *at++;
}

/* Letters for the barriers up to `all`, where there is something before them; under other models than PSO they mean nothing. */
static inline void oracle_add_barriers(const oracle *o, ints *word, uint32_t *passed, uint32_t all)
{
    for (; *passed < all; ++*passed)
        if (word->count && o->r.machine.memory == MEMORY_PSO) {
            vec_push(word, (int32_t)o->program->global_count);
            vec_push(word, 0);
        }
}

static inline uint32_t oracle_now(oracle *o)
{
    const replay_state *s = &o->r.now;
    ints global = {0}, row = {0}, part = {0};
    vec_push(&global, (int32_t)s->processes.count);
    for (size_t i = 0; i < s->processes.count; i++)
        vec_push(&global, (int32_t)s->processes.data[i].type);
    for (size_t i = 0; i < s->globals.count; i++)
        vec_push(&global, s->globals.data[i]);
    for (uint32_t c = 0; c < s->channels.count; c++)
        vec_push(&global, (int32_t)s->channels.data[c].count);
    for (uint32_t c = 0; c < s->channels.count; c++) {
        uint32_t fields = s->channels.data[c].type->field_count;
        for (uint32_t k = 0; k < s->channels.data[c].type->capacity * fields; k++)
            vec_push(&global, k < s->channels.data[c].count * fields ? replay_message(s, c, 0)[k] : 0);
    }
    vec_push(&row, (int32_t)intern_row(&o->globals, global.data, global.count));
    for (uint32_t i = 0; i < s->processes.count; i++) {
        const replay_process *q = &s->processes.data[i];
        vec_clear(&part);
        vec_push(&part, (int32_t)q->node);
        vec_push(&part, s->holder == (int32_t)i ? (int32_t)s->hold : HOLD_NONE);
        for (uint32_t k = 0; k < o->program->processes.data[q->type].local_count; k++)
            vec_push(&part, s->locals.data[q->first_local + k]);
        vec_push(&row, (int32_t)intern_row(&o->keys, part.data, part.count));
        vec_clear(&part);
        uint32_t passed = 0;
        for (size_t k = 0; k < s->pending.count; k++)
            if (s->pending.data[k].process == i) {
                oracle_add_barriers(o, &part, &passed, s->pending.data[k].barriers);
                vec_push(&part, (int32_t)s->pending.data[k].element);
                vec_push(&part, s->pending.data[k].value);
            }
        oracle_add_barriers(o, &part, &passed, q->barriers);
        vec_push(&row, (int32_t)intern_row(&o->words, part.data, part.count));
    }
    uint32_t number = intern_row(&o->configurations, row.data, row.count);
    vec_release(&global);
    vec_release(&row);
    vec_release(&part);
    return number;
}

static inline void oracle_take(oracle *o, uint32_t configuration, const step *taken, verdict_of_row *v)
{
    oracle_load(o, configuration);
    replay_result result = replay_take(&o->r, taken);
    if (result == STEP_IMPOSSIBLE)
        return;
    v->bad |= result != STEP_DONE || o->r.seen.failed.count;
    if (result == STEP_DONE) {
        vec_push(&o->successors, oracle_now(o));
        v->count++;
    }
}

static inline bool oracle_is_bad(oracle *o)
{
    for (size_t i = 0; i < o->properties->items.count; i++) {
        const property *p = &o->properties->items.data[i];
        if (p->kind == PROPERTY_DEADLOCK ? replay_is_deadlock(&o->r)
                                         : replay_is_open(&o->r) && (p->kind != PROPERTY_FINAL || replay_is_final(&o->r)) &&
                                               ((p->bad && replay_is_true(&o->r, p->bad)) ||
                                                (p->kind == PROPERTY_MUTEX && replay_at_label_together(&o->r, p->label))))
            return true;
    }
    return false;
}

static inline verdict_of_row oracle_expand(oracle *o, uint32_t configuration)
{
    while (o->known.count <= configuration)
        vec_push(&o->known, ((verdict_of_row){false, UINT32_MAX, 0}));
    if (o->known.data[configuration].first != UINT32_MAX)
        return o->known.data[configuration];
    verdict_of_row v = {.first = (uint32_t)o->successors.count};
    oracle_load(o, configuration);
    v.bad = o->r.now.holder < 0 && oracle_is_bad(o);
    uint32_t count = (uint32_t)o->r.now.processes.count, nodes[PROGRAM_MAX_PROCESSES], types[PROGRAM_MAX_PROCESSES];
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = o->r.now.processes.data[i].node;
        types[i] = o->r.now.processes.data[i].type;
    }
    for (uint32_t i = 0; i < count; i++) {
        const node *n = &o->program->processes.data[types[i]].nodes.data[nodes[i]];
        for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count; e++) {
            oracle_take(o, configuration, &(step){.kind = STEP_EDGE, .process = i, .edge = e, .partner = -1}, &v);
            for (uint32_t q = 0; q < count; q++) {
                const node *to = &o->program->processes.data[types[q]].nodes.data[nodes[q]];
                for (uint32_t f = to->first_edge; q != i && f < to->first_edge + to->edge_count; f++)
                    oracle_take(o, configuration, &(step){.kind = STEP_EDGE, .process = i, .edge = e, .partner = (int32_t)q, .partner_edge = f}, &v);
            }
        }
        oracle_take(o, configuration, &(step){.kind = STEP_END, .process = i, .partner = -1}, &v);
        for (uint32_t e = 0; e < o->program->global_count; e++)
            oracle_take(o, configuration, &(step){.kind = STEP_COMMIT, .process = i, .element = e, .partner = -1}, &v);
    }
    while (o->known.count <= configuration)
        vec_push(&o->known, ((verdict_of_row){false, UINT32_MAX, 0}));
    o->known.data[configuration] = v;
    return v;
}

/* Does the proof claim the configuration? */
static inline bool set_has(const oracle *o, int32_t point, const int32_t *word, uint32_t length, uint32_t key)
{
    for (uint32_t i = 0; i < length; i += 2) {
        const proof_point *s = &o->proof->points.data[point];
        int32_t next = -1;
        for (size_t e = 0; e < s->letters.count; e++) {
            const ints *letter = &o->proof->letters.data[s->letters.data[e]];
            if (letter->data[0] == word[i] && letter->data[1] == word[i + 1])
                next = s->targets.data[e];
        }
        if (next < 0)
            return false;
        point = next;
    }
    const ints *keys = &o->proof->points.data[point].keys;
    for (size_t i = 0; i < keys->count; i++)
        if (o->key_number.data[keys->data[i]] == key)
            return true;
    return false;
}

static inline bool oracle_claims(const oracle *o, uint32_t configuration)
{
    const int32_t *row = intern_get(&o->configurations, configuration);
    uint32_t count = intern_length(&o->configurations, configuration) / 2;
    for (size_t n = 0; n < o->proof->states.count; n++) {
        const ints *s = &o->proof->states.data[n];
        bool has = o->global_number.data[s->data[0]] == (uint32_t)row[0];
        for (uint32_t i = 0; i < count && has; i++)
            has = set_has(o, s->data[1 + i], intern_get(&o->words, (uint32_t)row[2 + 2 * i]),
                          intern_length(&o->words, (uint32_t)row[2 + 2 * i]), (uint32_t)row[1 + 2 * i]);
        if (has)
            return true;
    }
    return false;
}

/* Pairs of key and word of one set. */
typedef VEC(int32_t) pairs_of_set;

static inline void oracle_words(oracle *o, int32_t start, pairs_of_set *out)
{
    typedef struct open_word {
        int32_t state, word;
    } open_word;
    VEC(open_word) open = {0};
    vec_push(&open, ((open_word){start, (int32_t)intern_row(&o->words, NULL, 0)}));
    for (size_t i = 0; i < open.count; i++) {
        open_word at = open.data[i];
        const proof_point *s = &o->proof->points.data[at.state];
        for (size_t k = 0; k < s->keys.count; k++) {
            vec_push(out, (int32_t)o->key_number.data[s->keys.data[k]]);
            vec_push(out, at.word);
        }
        for (size_t e = 0; e < s->letters.count && intern_length(&o->words, (uint32_t)at.word) < 2 * WORD_LENGTH; e++) {
            ints word = {0};
            if (!intern_length(&o->words, (uint32_t)at.word) && (uint32_t)o->proof->letters.data[s->letters.data[e]].data[0] == o->program->global_count)
                continue; /* no configuration has such a word */
            for (uint32_t k = 0; k < intern_length(&o->words, (uint32_t)at.word); k++)
                vec_push(&word, intern_get(&o->words, (uint32_t)at.word)[k]);
            vec_push(&word, o->proof->letters.data[s->letters.data[e]].data[0]);
            vec_push(&word, o->proof->letters.data[s->letters.data[e]].data[1]);
            vec_push(&open, ((open_word){s->targets.data[e], (int32_t)intern_row(&o->words, word.data, word.count)}));
            vec_release(&word);
        }
    }
    vec_release(&open);
}

static inline bool key_fits(const oracle *o, uint32_t key, uint32_t global, uint32_t process)
{
    const process_type *t = &o->program->processes.data[intern_get(&o->globals, global)[1 + process]];
    return intern_length(&o->keys, key) == 2 + t->local_count && (size_t)intern_get(&o->keys, key)[0] < t->nodes.count;
}

static inline bool messages_fit(const channel *types, size_t count, const int32_t **at)
{
    bool fit = true;
    for (size_t i = 0; i < count; i++, ++*at)
        fit &= **at >= 0 && (uint32_t)**at <= types[i].capacity;
    return fit;
}

static inline bool global_fits(const oracle *o, uint32_t global)
{
    const program *p = o->program;
    const int32_t *row = intern_get(&o->globals, global), *at = row + 1 + row[0] + p->global_count;
    bool fits = messages_fit(p->channels.data, p->channels.count, &at);
    for (int32_t i = 0; i < row[0]; i++)
        fits &= messages_fit(p->processes.data[row[1 + i]].channels.data, p->processes.data[row[1 + i]].channels.count, &at);
    return fits;
}

static inline bool oracle_state_is_wrong(oracle *o, const ints *s)
{
    uint32_t global = o->global_number.data[s->data[0]], count = (uint32_t)s->count - 1;
    if (!global_fits(o, global))
        return true;
    pairs_of_set *pairs = calloc(count + 1, sizeof *pairs);
    size_t *choice = calloc(count + 1, sizeof *choice);
    bool wrong = false, more = pairs && choice;
    CHECK(more);
    for (uint32_t i = 0; i < count; i++) {
        oracle_words(o, s->data[1 + i], &pairs[i]);
        more &= pairs[i].count > 0;
        for (size_t n = 0; n < pairs[i].count; n += 2)
            wrong |= !key_fits(o, (uint32_t)pairs[i].data[n], global, i);
    }
    ints row = {0};
    for (uint32_t tried = 0; more && !wrong && tried < MOST_CONFIGURATIONS; tried++) {
        uint32_t held = 0;
        vec_clear(&row);
        vec_push(&row, (int32_t)global);
        for (uint32_t i = 0; i < count; i++) {
            int32_t key = pairs[i].data[2 * choice[i]];
            bool is_held = intern_get(&o->keys, (uint32_t)key)[1] != HOLD_NONE;
            held += is_held;
            vec_push(&row, key);
            vec_push(&row, pairs[i].data[2 * choice[i] + 1]);
        }
        if (held <= 1) {
            verdict_of_row v = oracle_expand(o, intern_row(&o->configurations, row.data, row.count));
            wrong = v.bad;
            for (uint32_t i = 0; i < v.count && !wrong; i++)
                wrong = !oracle_claims(o, o->successors.data[v.first + i]);
        }
        uint32_t i = 0;
        while (i < count && ++choice[i] == pairs[i].count / 2)
            choice[i++] = 0;
        more = i < count;
    }
    for (uint32_t i = 0; i < count; i++)
        vec_release(&pairs[i]);
    vec_release(&row);
    free(pairs);
    free(choice);
    return wrong;
}

/* True when the certificate is certainly no proof. */
static inline bool oracle_refutes(oracle *o, const proof *p, uint32_t initial)
{
    o->proof = p;
    vec_clear(&o->key_number);
    vec_clear(&o->global_number);
    for (size_t i = 0; i < p->keys.count; i++)
        vec_push(&o->key_number, intern_row(&o->keys, p->keys.data[i].data, p->keys.data[i].count));
    for (size_t i = 0; i < p->globals.count; i++)
        vec_push(&o->global_number, intern_row(&o->globals, p->globals.data[i].data, p->globals.data[i].count));
    bool wrong = !oracle_claims(o, initial);
    for (size_t i = 0; i < p->states.count && !wrong; i++)
        wrong = oracle_state_is_wrong(o, &p->states.data[i]);
    return wrong;
}

static inline void oracle_release(oracle *o)
{
    intern_release(&o->globals);
    intern_release(&o->keys);
    intern_release(&o->words);
    intern_release(&o->configurations);
    vec_release(&o->known);
    vec_release(&o->successors);
    vec_release(&o->key_number);
    vec_release(&o->global_number);
    replay_release(&o->r);
}

#endif

#include "report/dot.h"

#include <string.h>

#include "report/proof.h"

/* ---- Control flow ---- */
static void add_node(const process_type *t, uint32_t type, uint32_t number, strbuf *out)
{
    const node *n = &t->nodes.data[number];
    strbuf text = {0};
    for (size_t i = 0; i < t->labels.count; i++)
        if (t->labels.data[i].node == number)
            strbuf_printf(&text, "%s:\n", t->labels.data[i].name);
    if (n->is_final)
        strbuf_add(&text, "end");
    else if (n->where.line || n->edge_count)
        strbuf_printf(&text, "line %u", n->edge_count ? t->edges.data[n->first_edge].where.line : n->where.line);
    strbuf_printf(out, "    n%u_%u [label=", type, number);
    strbuf_add_quoted(out, strbuf_text(&text));
    strbuf_printf(out, "%s%s];\n", n->is_final || n->is_end ? ", peripheries=2" : "", n->in_atomic ? ", style=filled, fillcolor=lightgray" : "");
    strbuf_release(&text);
}

static void add_type(const process_type *t, uint32_t type, strbuf *out)
{
    strbuf_printf(out, "  subgraph cluster_%u {\n    label=", type);
    strbuf_add_quoted(out, t->name);
    strbuf_printf(out, ";\n    s%u [shape=point];\n    s%u -> n%u_%u;\n", type, type, type, t->entry);
    for (uint32_t i = 0; i < t->nodes.count; i++)
        add_node(t, type, i, out);
    for (size_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        strbuf_printf(out, "    n%u_%u -> n%u_%u [label=", type, e->source, type, e->target);
        strbuf_add_quoted(out, e->text ? e->text : "");
        strbuf_add(out, "];\n");
    }
    strbuf_add(out, "  }\n");
}

void report_dot_program(const program *p, strbuf *out)
{
    strbuf_add(out, "digraph program {\n  node [shape=box, style=rounded];\n");
    for (uint32_t i = 0; i < p->processes.count; i++)
        add_type(&p->processes.data[i], i, out);
    strbuf_add(out, "}\n");
}

/* ---- Proofs ---- */
static json_int_t number_at(const json_t *row, size_t column)
{
    return json_integer_value(json_array_get(row, column));
}

static void add_proof_state(const json_t *proof, size_t number, const json_t *state, strbuf *out)
{
    strbuf text = {0};
    json_t *name;
    size_t i;
    strbuf_printf(&text, "%zu", number + 1);
    json_array_foreach(json_object_get(proof, "elements"), i, name)
        strbuf_printf(&text, "\n%s=%d", json_string_value(name), (int)number_at(json_array_get(state, 1), i));
    strbuf_printf(out, "  q%zu [label=", number);
    strbuf_add_quoted(out, strbuf_text(&text));
    strbuf_add(out, "];\n");
    strbuf_release(&text);
}

static void add_proof_move(const json_t *proof, const json_t *move, strbuf *out)
{
    json_int_t from = number_at(move, 0), to = number_at(move, 1), process = number_at(move, 2);
    if (from < 0) {
        strbuf_printf(out, "  start [shape=point];\n  start -> q%d;\n", (int)to);
        return;
    }
    strbuf text = {0};
    const json_t *types = json_array_get(json_array_get(json_object_get(proof, "states"), (size_t)from), 0);
    if (process >= 0)
        strbuf_printf(&text, "%s: ", json_string_value(json_object_get(json_array_get(json_object_get(proof, "types"), (size_t)number_at(types, (size_t)process)), "name")));
    strbuf_add(&text, json_string_value(json_array_get(move, 3)));
    strbuf_printf(out, "  q%d -> q%d [label=", (int)from, (int)to);
    strbuf_add_quoted(out, strbuf_text(&text));
    strbuf_add(out, "];\n");
    strbuf_release(&text);
}

static bool draw_proof(const report *r, const char *certificate, strbuf *out)
{
    json_t *proof = report_proof(r, certificate), *item;
    size_t i;
    json_array_foreach(json_object_get(proof, "states"), i, item)
        add_proof_state(proof, i, item, out);
    json_array_foreach(json_object_get(proof, "moves"), i, item)
        add_proof_move(proof, item, out);
    bool drawn = proof != NULL;
    json_decref(proof);
    return drawn;
}

/* The points that the words of a set lead to, each with the lines where the process may then be. */
static void add_point(const json_t *proof, const json_t *type, json_int_t point, bool is_start, strbuf *out)
{
    strbuf text = {0};
    json_t *key;
    size_t i;
    json_array_foreach(json_array_get(json_object_get(proof, "points"), (size_t)point), i, key) {
        json_int_t node_number = number_at(json_array_get(json_object_get(proof, "keys"), (size_t)json_integer_value(key)), 0);
        strbuf line = {0};
        strbuf_printf(&line, "line %d", (int)number_at(json_object_get(type, "nodes"), (size_t)node_number));
        if (!strstr(strbuf_text(&text), strbuf_text(&line)))
            strbuf_printf(&text, "%s%s", i ? "\n" : "", strbuf_text(&line));
        strbuf_release(&line);
    }
    strbuf_printf(out, "    p%d [label=", (int)point);
    strbuf_add_quoted(out, strbuf_text(&text));
    strbuf_printf(out, "%s];\n", is_start ? ", penwidth=3" : "");
    strbuf_release(&text);
}

static void add_set(const json_t *proof, const json_t *type, json_int_t start, json_t *drawn, strbuf *out)
{
    json_t *open = json_array();
    json_array_append_new(open, json_integer(start));
    strbuf_printf(out, "  subgraph cluster_%d {\n    label=", (int)start);
    strbuf_add_quoted(out, json_string_value(json_object_get(type, "name")));
    strbuf_add(out, ";\n");
    for (size_t i = 0; i < json_array_size(open); i++) {
        json_int_t point = number_at(open, i);
        strbuf name = {0};
        strbuf_printf(&name, "%d", (int)point);
        bool known = json_object_get(drawn, strbuf_text(&name)) != NULL;
        json_object_set_new(drawn, strbuf_text(&name), json_true());
        strbuf_release(&name);
        if (known)
            continue;
        add_point(proof, type, point, point == start, out);
        const json_t *row = json_array_get(json_object_get(proof, "edges"), (size_t)point);
        for (size_t e = 0; e + 1 < json_array_size(row); e += 2) {
            strbuf_printf(out, "    p%d -> p%d [label=", (int)point, (int)number_at(row, e + 1));
            strbuf_add_quoted(out, json_string_value(json_array_get(json_object_get(proof, "letters"), (size_t)number_at(row, e))));
            strbuf_add(out, "];\n");
            json_array_append(open, json_array_get(row, e + 1));
        }
    }
    strbuf_add(out, "  }\n");
    json_decref(open);
}

bool report_dot_buffers(const report *r, const char *certificate, strbuf *out)
{
    json_t *proof = report_proof(r, certificate), *drawn = json_object(), *state;
    size_t i;
    strbuf_add(out, "digraph buffers {\n  rankdir=LR;\n  node [shape=box];\n");
    json_array_foreach(json_object_get(proof, "states"), i, state)
        for (size_t q = 0; q < json_array_size(json_array_get(state, 2)); q++)
            add_set(proof, json_array_get(json_object_get(proof, "types"), (size_t)number_at(json_array_get(state, 0), q)), number_at(json_array_get(state, 2), q), drawn, out);
    strbuf_add(out, "}\n");
    bool good = proof != NULL;
    json_decref(proof);
    json_decref(drawn);
    return good;
}

/* ---- Reports ---- */
bool report_dot(const report *r, const char *certificate, strbuf *out, const char **why)
{
    *why = r->verdict == REPORT_HOLDS ? "there is neither a run nor a proof of few states" : "there is no run";
    strbuf_printf(out, "digraph %s {\n  node [shape=box];\n  label=", r->trace_count ? "run" : "proof");
    strbuf_add_quoted(out, r->trace_count ? property_at(r->properties, r->traces[0]->property)->name : r->file);
    strbuf_add(out, ";\n");
    for (uint32_t i = 0; i < r->trace_count; i++)
        report_dot_events(r->traces[i], i, out);
    bool drawn = r->trace_count || (certificate && draw_proof(r, certificate, out));
    strbuf_add(out, "}\n");
    return drawn;
}

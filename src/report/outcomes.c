#include "report/outcomes.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "report/json.h"
#include "trace/trace_json.h"

/* ---- From rows to states ---- */
typedef struct row_reader {
    const report_outcomes *outcomes;
    const int32_t *row;
} row_reader;

/* The value of a variable in a final state, for a condition. */
static int32_t read_row(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    const row_reader *r = data;
    (void)pid, (void)state;
    for (uint32_t i = 0; i < r->outcomes->observed_count; i++) {
        const observation *o = &r->outcomes->observed[i];
        bool is_local = e->kind == EXPR_REMOTE;
        if (o->is_local == is_local && o->variable == e->variable && o->element == (uint32_t)index && (!is_local || o->process == e->process))
            return r->row[i];
    }
    BUG("a condition asks for what was not observed");
}

static bool is_true(const report_outcomes *o, const int32_t *row, const expr *condition)
{
    row_reader reader = {o, row};
    eval_source source_of_row = {read_row, &reader};
    eval_state state = {0};
    return !condition || expr_eval(condition, &source_of_row, &state);
}

typedef struct sorted_row {
    const int32_t *values;
    uint32_t count;
    bool positive;
} sorted_row;

static int compare_rows(const void *a, const void *b)
{
    const sorted_row *x = a, *y = b;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->values[i] != y->values[i])
            return x->values[i] < y->values[i] ? -1 : 1;
    return 0;
}

static const int32_t *without_hidden(const report_outcomes *o, arena *memory, const int32_t *row, uint32_t *count)
{
    int32_t *values = ARENA_ARRAY(memory, int32_t, o->observed_count + 1);
    *count = 0;
    for (uint32_t i = 0; i < o->observed_count; i++)
        if (!o->observed[i].is_hidden)
            values[(*count)++] = row[i];
    return values;
}

static const observation *shown_only(const report_outcomes *o, arena *memory)
{
    observation *shown = ARENA_ARRAY(memory, observation, o->observed_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < o->observed_count; i++)
        if (!o->observed[i].is_hidden)
            shown[count++] = o->observed[i];
    return shown;
}

void report_outcomes_sort(report_outcomes *o, arena *memory, const int32_t *const *rows, uint32_t row_count)
{
    sorted_row *sorted = ARENA_ARRAY(memory, sorted_row, row_count + 1);
    uint32_t kept = 0, columns = 0;
    for (uint32_t i = 0; i < o->observed_count; i++)
        columns += !o->observed[i].is_hidden;
    for (uint32_t i = 0; i < row_count; i++) {
        if (o->question && !is_true(o, rows[i], o->question->filter))
            continue;
        sorted_row *s = &sorted[kept++];
        s->values = without_hidden(o, memory, rows[i], &s->count);
        s->positive = !o->question || is_true(o, rows[i], o->question->condition);
    }
    qsort(sorted, kept, sizeof *sorted, compare_rows);
    const int32_t **states = ARENA_ARRAY(memory, const int32_t *, kept + 1);
    for (uint32_t i = 0; i < kept; i++) {
        if (i && !compare_rows(&sorted[i - 1], &sorted[i]))
            continue;
        o->positive += sorted[i].positive;
        states[o->state_count++] = sorted[i].values;
    }
    o->states = states;
    o->observed = shown_only(o, memory);
    o->observed_count = columns;
}

/* ---- Text ---- */
static void add_value(const report_outcomes *o, uint32_t column, int32_t value, strbuf *out)
{
    const program *p = o->report->program;
    variable_value_text(p, program_observed(p, &o->observed[column]), value, out);
}

void report_outcomes_state(const report_outcomes *o, const int32_t *state, strbuf *out)
{
    for (uint32_t i = 0; i < o->observed_count; i++) {
        strbuf_printf(out, "%s%s=", i ? " " : "", o->observed[i].shown);
        add_value(o, i, state[i], out);
        strbuf_add_char(out, ';');
    }
}

const char *report_outcomes_observation(const report_outcomes *o)
{
    return o->positive == 0 ? "Never" : o->positive == o->state_count ? "Always" : "Sometimes";
}

static const char *const kinds[] = {[QUANTIFIER_EXISTS] = "Allowed", [QUANTIFIER_NOT_EXISTS] = "Forbidden", [QUANTIFIER_FORALL] = "Required"};

static void add_answer(const report_outcomes *o, strbuf *out)
{
    const final_question *q = o->question;
    uint32_t negative = o->state_count - o->positive;
    bool swapped = q->quantifier == QUANTIFIER_NOT_EXISTS;
    strbuf_printf(out, "%s\nWitnesses\n", o->report->verdict == REPORT_HOLDS ? "Ok" : "No");
    strbuf_printf(out, "Positive: %u Negative: %u\n", swapped ? negative : o->positive, swapped ? o->positive : negative);
    strbuf_printf(out, "Condition %s\n", q->text);
    strbuf_printf(out, "Observation %s %s %u %u\n", q->test, report_outcomes_observation(o), o->positive, negative);
}

void report_outcomes_text(const report_outcomes *o, strbuf *out)
{
    const final_question *q = o->question;
    if (q)
        strbuf_printf(out, "Test %s %s\n", q->test, kinds[q->quantifier]);
    else
        strbuf_printf(out, "Test %s\n", o->report->file);
    strbuf_printf(out, "States %u\n", o->state_count);
    for (uint32_t i = 0; i < o->state_count; i++) {
        report_outcomes_state(o, o->states[i], out);
        strbuf_add_char(out, '\n');
    }
    if (!o->report->complete)
        strbuf_printf(out, "Unknown: there may be more states: %s\n", o->report->reason ? o->report->reason : "the search was not complete");
    else if (q)
        add_answer(o, out);
}

/* ---- JSON ---- */
static json_t *value_json(const report_outcomes *o, uint32_t column, int32_t value)
{
    strbuf text = {0};
    add_value(o, column, value, &text);
    bool is_number = strspn(strbuf_text(&text), "-0123456789") == text.length;
    json_t *result = is_number ? json_integer(value) : trace_json_text(strbuf_text(&text));
    strbuf_release(&text);
    return result;
}

static json_t *states_json(const report_outcomes *o)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < o->state_count; i++) {
        json_t *state = json_object();
        for (uint32_t k = 0; k < o->observed_count; k++)
            json_object_set_new(state, o->observed[k].name, value_json(o, k, o->states[i][k]));
        json_array_append_new(array, state);
    }
    return array;
}

void report_outcomes_json(const report_outcomes *o, strbuf *out)
{
    const report *r = o->report;
    json_t *object = report_json_head(r);
    json_object_set_new(object, "verdict", json_string(report_verdict_name(r->verdict)));
    if (o->question) {
        uint32_t negative = o->state_count - o->positive;
        json_object_set_new(object, "test", trace_json_text(o->question->test));
        json_object_set_new(object, "condition", trace_json_text(o->question->text));
        json_object_set_new(object, "observation", json_string(report_outcomes_observation(o)));
        json_object_set_new(object, "positive", json_integer(o->positive));
        json_object_set_new(object, "negative", json_integer(negative));
    }
    json_object_set_new(object, "outcomes", states_json(o));
    report_json_tail(r, object, out);
}

/* ---- Several models ---- */
static bool has_state(const report_outcomes *o, const int32_t *state)
{
    uint32_t low = 0, high = o->state_count;
    sorted_row wanted = {state, o->observed_count, false};
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        sorted_row here = {o->states[middle], o->observed_count, false};
        int order = compare_rows(&wanted, &here);
        if (!order)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

static void pad(strbuf *out, size_t start, size_t width)
{
    while (out->length - start < width)
        strbuf_add_char(out, ' ');
}

static void add_cell(strbuf *out, const char *text)
{
    size_t start = out->length;
    strbuf_add(out, text);
    pad(out, start, 11);
}

static void end_line(strbuf *out)
{
    while (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = 0;
    strbuf_add_char(out, '\n');
}

/* States of all models: since what is sorted stays so, a merge. */
static const int32_t *least_after(const report_outcomes *models, size_t count, uint32_t *at)
{
    const int32_t *least = NULL;
    for (size_t i = 0; i < count; i++) {
        if (at[i] == models[i].state_count)
            continue;
        sorted_row here = {models[i].states[at[i]], models[i].observed_count, false}, best = {least, models[i].observed_count, false};
        if (!least || compare_rows(&here, &best) < 0)
            least = here.values;
    }
    for (size_t i = 0; i < count && least; i++) {
        sorted_row best = {least, models[i].observed_count, false};
        if (at[i] < models[i].state_count) {
            sorted_row here = {models[i].states[at[i]], models[i].observed_count, false};
            at[i] += !compare_rows(&here, &best);
        }
    }
    return least;
}

static size_t widest_state(const report_outcomes *models, size_t count, const char *title)
{
    size_t width = strlen(title);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < models[i].state_count; k++) {
            strbuf text = {0};
            report_outcomes_state(&models[i], models[i].states[k], &text);
            width = text.length > width ? text.length : width;
            strbuf_release(&text);
        }
    return width;
}

static void add_row_title(const char *text, size_t width, strbuf *out)
{
    size_t start = out->length;
    strbuf_add(out, text);
    pad(out, start, width + 2);
}

static void add_answers(const report_outcomes *models, size_t count, size_t width, strbuf *out)
{
    add_row_title("states", width, out);
    for (size_t i = 0; i < count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u%s", models[i].state_count, models[i].report->complete ? "" : "+");
        add_cell(out, number);
    }
    end_line(out);
    if (!models[0].question)
        return;
    add_row_title("condition", width, out);
    for (size_t i = 0; i < count; i++)
        add_cell(out, !models[i].report->complete ? "unknown" : models[i].report->verdict == REPORT_HOLDS ? "Ok" : "No");
    end_line(out);
    add_row_title("observation", width, out);
    for (size_t i = 0; i < count; i++)
        add_cell(out, report_outcomes_observation(&models[i]));
    end_line(out);
}

void report_outcomes_compare(const report_outcomes *models, size_t count, strbuf *out)
{
    enum { MAX_MODELS = 16 };
    uint32_t at[MAX_MODELS] = {0};
    CHECK(count && count <= MAX_MODELS);
    const final_question *q = models[0].question;
    strbuf_printf(out, "Test %s%s%s\n", q ? q->test : models[0].report->file, q ? ": " : "", q ? q->text : "");
    size_t width = widest_state(models, count, "observation");
    bool marked = false;
    add_row_title("", width, out);
    for (size_t i = 0; i < count; i++) {
        char title[16] = {0};
        const char *name = machine_traits(models[i].report->machine)->name;
        for (size_t k = 0; name[k] && k + 1 < sizeof title; k++)
            title[k] = (char)toupper((unsigned char)name[k]);
        add_cell(out, title);
    }
    end_line(out);
    for (const int32_t *state; (state = least_after(models, count, at));) {
        strbuf text = {0};
        bool missing = false;
        report_outcomes_state(&models[0], state, &text);
        add_row_title(strbuf_text(&text), width, out);
        for (size_t i = 0; i < count; i++) {
            bool has = has_state(&models[i], state);
            missing |= !has && models[i].report->complete;
            add_cell(out, !has ? "-" : missing ? "yes *" : "yes");
            marked |= has && missing;
        }
        end_line(out);
        strbuf_release(&text);
    }
    add_answers(models, count, width, out);
    if (marked)
        strbuf_add(out, "* not under a stronger model\n");
}

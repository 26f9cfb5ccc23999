#include "library/payload.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/json.h"
#include "report/json.h"
#include "trace/trace_json.h"

static const char mark[8] = "TARRYPIN";

bool payload_write(const model *m, const char *name, const char *text, size_t length, strbuf *out)
{
    json_t *whole = json_stringn(text, length);
    if (!whole)
        return false;
    json_t *object = json_object();
    json_put(object, "name", trace_json_text(name));
    json_put(object, "options", report_options_json(&m->options));
    json_put(object, "text", whole);
    char *dumped = json_dumps(object, JSON_INDENT(1));
    CHECK(dumped);
    strbuf_add(out, dumped);
    strbuf_add_char(out, '\n');
    free(dumped);
    json_decref(object);
    return true;
}

/* The texts of a payload; false where they are not there. */
static bool find_texts(json_t *object, const char **name, json_t **text)
{
    *name = json_string_value(json_object_get(object, "name"));
    *text = json_object_get(object, "text");
    return *name && json_is_string(*text);
}

bool payload_read(const char *payload, size_t length, arena *memory, model *m, strbuf *why)
{
    json_error_t error;
    json_t *object = trace_json_load(payload, length, &error), *text;
    model_request request = {.memory_given = true, .buffer_given = true};
    const char *name;
    bool good = object && find_texts(object, &name, &text) && report_options_from_json(memory, payload, length, &request.options, why);
    if (good) {
        model_read(m, arena_strdup(memory, name), json_string_value(text), json_string_length(text), &request);
        diag_print(&m->diag, why);
        good = !diag_has_errors(&m->diag);
    } else {
        model_fail(m, "this is no model that `export --to pins` has written");
        strbuf_clear(why);
        diag_print(&m->diag, why);
    }
    json_decref(object);
    return good;
}

void payload_append(strbuf *file, const char *payload)
{
    uint64_t length = strlen(payload);
    strbuf_add_bytes(file, payload, length);
    strbuf_add_bytes(file, (const char *)&length, sizeof length);
    strbuf_add_bytes(file, mark, sizeof mark);
}

const char *payload_find(const strbuf *file, size_t *length)
{
    uint64_t stated;
    size_t tail = sizeof stated + sizeof mark;
    if (file->length < tail || memcmp(file->text + file->length - sizeof mark, mark, sizeof mark))
        return NULL;
    memcpy(&stated, file->text + file->length - tail, sizeof stated);
    *length = (size_t)stated;
    return stated <= file->length - tail ? file->text + file->length - tail - stated : NULL;
}

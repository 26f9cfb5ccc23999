/* trace_json_text.c: texts as JSON values, and JSON values of texts. */
#include "base/bug.h"
#include "base/strbuf.h"
#include "trace/trace_json.h"

json_t *trace_json_text(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    strbuf plain = {0};
    for (const char *c = text; *c; c++)
        strbuf_add_char(&plain, (unsigned char)*c < 0x80 ? *c : '?');
    value = json_string(strbuf_text(&plain));
    strbuf_release(&plain);
    return value;
}

json_t *trace_json_load(const char *text, size_t length, json_error_t *error)
{
    json_t *loaded = json_loadb(text, length, JSON_REJECT_DUPLICATES, error);
    if (!loaded && (!error->text[0] || json_error_code(error) == json_error_out_of_memory)) /* an allocation that fails leaves no text */
        out_of_memory();
    return loaded;
}

static void release(void *loaded)
{
    json_decref(loaded);
}

memory_guest *trace_json_hold(json_t *loaded)
{
    return memory_adopt(loaded, release);
}

void trace_json_release(json_t *loaded, memory_guest *held)
{
    memory_disown(held);
    json_decref(loaded);
}

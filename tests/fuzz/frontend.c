/* frontend.c: a libFuzzer target for the front-ends: any bytes end in a program, which is printed, or in messages. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/hash.h"
#include "frontend/frontend.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A directive costs a process for the preprocessor: a thousand times what the rest takes. Most inputs go without. */
static void hide_directives(char *text, size_t size)
{
    enum { KEPT_EVERY = 64 };
    if (hash_bytes(text, size) % KEPT_EVERY == 0)
        return;
    for (size_t i = 0; i < size; i++)
        if (text[i] == '#')
            text[i] = ' ';
}

static void parse(const frontend *language, const char *text, size_t size)
{
    diag d;
    diag_init(&d);
    frontend_input input = {.file_name = "fuzz", .text = text, .length = size, .buffered = true};
    program *p = language->parse(&input, &d);
    CHECK(!p == diag_has_errors(&d));
    strbuf out = {0};
    if (p)
        program_print(p, &d, &out);
    diag_print(&d, &out);
    strbuf_release(&out);
    if (p)
        program_free(p);
    diag_release(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    CHECK(text);
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    hide_directives(text, size);
    for (const frontend *const *f = frontends; *f; f++)
        parse(*f, text, size);
    free(text);
    return 0;
}

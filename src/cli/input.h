/* input.h: from what the user named to texts in memory. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "cli/options.h"

enum { INPUT_MAX_MEGABYTES = 64 }; /* no model is larger; what is may never end */

/* The bytes of a file, or of standard input for "-". False with a sentence in `error` when it cannot be read or is too large. */
bool input_read(const char *path, strbuf *text, strbuf *error);

/* The files that the operands name, folders replaced by the models in them, sorted by name. *has_folder tells whether there was a folder. Texts
 * live in `memory`. False with a sentence in `error` when a folder cannot be read or holds no model. */
bool input_expand(arena *memory, const text_list *operands, text_list *files, bool *has_folder, strbuf *error);

#endif

/* input.h: from what the user named to files. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "cli/options.h"

/* The files that the operands name, folders replaced by the models in them, sorted by name. *has_folder tells whether there was a folder. Texts
 * live in `memory`. False with a sentence in `error` when a folder cannot be read or holds no model. */
bool input_expand(arena *memory, const text_list *operands, text_list *files, bool *has_folder, strbuf *error);

/* Keeps every N-th of the files, beginning with the K-th, of "K/N". False with a sentence in `error` where the text is none. */
bool input_take_shard(const char *shard, text_list *files, strbuf *error);

#endif

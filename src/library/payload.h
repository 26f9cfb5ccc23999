/* payload.h: a model with its options in one text, and that text behind the plugin for LTSmin.
 *
 * The text is a JSON object: `name` and `text` of the model, and `options` as in reports. Behind a shared object it is followed by its length and a mark, at the very end of the
 * file: what loads shared objects does not look there. */
#ifndef LIBRARY_PAYLOAD_H
#define LIBRARY_PAYLOAD_H

#include "base/strbuf.h"
#include "library/model.h"

/* False where the text of the model is no UTF-8. */
bool payload_write(const model *m, const char *name, const char *text, size_t length, strbuf *out);
/* Reads the model in it; the texts of its options live in `memory`. False, with what is wrong in `why`; the model must be released in either case. */
bool payload_read(const char *payload, size_t length, arena *memory, model *m, strbuf *why);

/* The text goes behind what the file has. */
void payload_append(strbuf *file, const char *payload);
/* The text that was put there; NULL: there is none. */
const char *payload_find(const strbuf *file, size_t *length);

#endif

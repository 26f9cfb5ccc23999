/* file.h: files as texts in memory. */
#ifndef LIBRARY_FILE_H
#define LIBRARY_FILE_H

#include <stdbool.h>

#include "base/strbuf.h"

enum { FILE_MAX_MEGABYTES = 64 }; /* of 2^20 bytes. No model is larger; what is may never end */

/* The bytes of a file, or of standard input for "-". False with a sentence in `error` when it cannot be read or is too large. */
bool file_read(const char *path, strbuf *text, strbuf *error);

#endif

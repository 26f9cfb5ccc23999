/* replace.h: files that are written as a whole or not at all. */
#ifndef CLI_REPLACE_H
#define CLI_REPLACE_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Is there no such file, or a regular one beside which another can be made? Devices and pipes are written as they are. */
bool replace_is_possible(const char *path);

/* Writes the text to a file beside and gives it the name: who is killed meanwhile, or loses power, has the old file or the new one. False with errno set; the old
 * one is as it was then. */
bool replace_file(const char *path, const strbuf *text);

#endif

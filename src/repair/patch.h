/* patch.h: the text of a model with some candidates added and others taken away, and the difference as `diff -u` writes it. */
#ifndef REPAIR_PATCH_H
#define REPAIR_PATCH_H

#include <stddef.h>

#include "base/strbuf.h"
#include "program/program.h"

/* Flags by candidate: those that the text is to have. */
void patch_text(const program *full, const bool *wanted, const char *text, size_t length, strbuf *out);
/* A unified diff for `patch -p0`; empty where nothing changes. */
void patch_diff(const program *full, const bool *wanted, const char *name, const char *text, size_t length, strbuf *out);
/* The candidates of a language that has them in a list of their own, a line each, behind those that are given (which may be NULL). */
void patch_list(const program *full, const bool *wanted, const char *given, strbuf *out);

#endif

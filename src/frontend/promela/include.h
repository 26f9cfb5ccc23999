/* include.h: the files that a source pulls in, made ready for the preprocessor.
 *
 * All #include lines are followed before preprocessing, whether an #if skips them or not. Each file is loaded once, cleaned, and
 * written as `folder`/N, with the names in its #include lines replaced by those of such files. So the preprocessor meets only
 * texts that were checked, and each place it speaks of is a place in a file known here. What cannot be included becomes an #error
 * line, which counts only where it is not skipped.
 *
 * Headers that the tool serves itself (sc.h tso.h pso.h tarry.h, wherever the path points) are written there too, one for each
 * #include line: marker words for the parser, followed by the user's PROCSIZE, VARSIZE and BUFFSIZE as they are defined at that
 * line. This works in included files as well as in the main one. */
#ifndef FRONTEND_PROMELA_INCLUDE_H
#define FRONTEND_PROMELA_INCLUDE_H

#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "frontend/promela/clean.h"

#define INCLUDE_MARK_HEADER "__tarry_header__"
#define INCLUDE_MARK_PROCSIZE "__tarry_PROCSIZE__"
#define INCLUDE_MARK_VARSIZE "__tarry_VARSIZE__"
#define INCLUDE_MARK_BUFFSIZE "__tarry_BUFFSIZE__"
#define INCLUDE_FAILURE "tarry-include" /* #error tarry-include N: the N-th failure */

enum { INCLUDE_MAX_FILES = 500 };

typedef struct include_file {
    uint32_t source;      /* in the diag */
    const char *folder;   /* where its own "..." includes are looked for */
    const char *path;     /* absolute, links resolved; NULL for the main text */
    clean_text clean;
    bool is_served;       /* a header from inside the tool: all of it counts as `line` of the file that includes it */
    uint32_t line;
} include_file;

typedef struct include_failure {
    source_location where;
    const char *text;
} include_failure;

typedef struct include_set {
    VEC(include_file) files;       /* number N is `folder`/N */
    VEC(include_failure) failures;
} include_set;

/* Loads everything that the first file (already in the set) includes and writes all files below `folder`. False when they cannot
 * be written. */
bool include_all(include_set *set, arena *memory, const char *folder, const char *const *include_dirs, size_t include_dir_count,
                 diag *diag);

/* Removes what include_all wrote, and the set's memory. */
void include_release(include_set *set, const char *folder);

/* "a/b.pml" -> "a"; "b.pml" -> "." */
const char *include_folder_of(arena *memory, const char *path);

#endif

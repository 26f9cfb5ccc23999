/* resume.h: what an earlier batch of the same call has answered, and is taken over.
 *
 * An answer is taken over where the file has the same name and makes the same program (the hash of its text is in the answer) with the same options. It is not where
 * it is no answer: an error, a crash, a search that was interrupted; nor where a search gave up that has other limits now. */
#ifndef CLI_RESUME_H
#define CLI_RESUME_H

#include "base/arena.h"
#include "cli/options.h"
#include "cli/request.h"

typedef struct resume resume;
typedef struct resume_answer resume_answer; /* of one file: one report, or several, by memory model */

/* What was asked of each file, for the JSON that can be taken up again; both texts live in `memory`. */
report_call resume_call(arena *memory, const options *o);

/* Reads the files of --resume. NULL with a sentence in `error` where one cannot be read, or is not for this call. */
resume *resume_read(const options *o, strbuf *error);
void resume_free(resume *r);

/* The answer about the file, whatever it holds now; NULL: there is none. */
const resume_answer *resume_find(const resume *r, const char *path);

/* Does the file, as it is now, make the program that the answer is about? */
bool resume_is_about(const resume_answer *a, const options *o, tarry_options *asked, const char *path);

/* The answer as if the file had just been checked: the exit code, the JSON, the lines of the summary, and in place of the report's text a line that says so. */
int resume_take(const resume_answer *a, const options *o, const char *path, strbuf *json, strbuf *summary, strbuf *text);

#endif

/* models.h: one file under several memory models. */
#ifndef CLI_MODELS_H
#define CLI_MODELS_H

#include "cli/batch.h"

enum { MODELS_MOST = MOST_CHOICES };

/* The memory models that stand side by side where none are named, strongest first: their number. The last, slot, is for DVE, whose thesis has it. */
size_t models_all(const tarry_model *m, memory_kind *kinds);

/* Finds what differs first, and notes it in the report that differs from an earlier one. NULL: nothing is known to differ. The text lives in `memory`. */
const char *models_note_difference(arena *memory, tarry_result *const *results, size_t count);

/* A batch_work: checks the file under each memory model of --memory. */
int models_check(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made);

#endif

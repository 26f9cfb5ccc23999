/* again.h: a saved answer, checked again: a report's traces, and certificates. */
#ifndef LIBRARY_AGAIN_H
#define LIBRARY_AGAIN_H

#include "library/handles.h"

/* How the model was read for the saved answer. Texts live in `memory`. False, with a sentence in `why`, where it is no answer of ours. */
bool again_request(model_request *request, arena *memory, const char *json, size_t length, strbuf *why);

/* The model is read as again_request says. The message is one sentence without a full stop, and says after it what was confirmed; of TARRY_UNDECIDED it is the
 * limit that was reached: of the options only the limits count. */
typedef tarry_answer again_check(const tarry_model *m, const char *json, size_t length, const tarry_options *o, strbuf *message);
again_check again_replay, again_certify;

#endif

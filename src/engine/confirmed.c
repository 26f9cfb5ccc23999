/* confirmed.c: the engine `automata`: its search, and where that has no run for the errors that it met, plain enumeration of states. */
#include "engine/automata/automata.h"
#include "engine/registry.h"

enum { CONFIRM_STATES = 300000 };

static void confirm(const engine_request *request, const engine *by, engine_result *result)
{
    engine_request again = *request;
    engine_result other;
    again.search = SEARCH_BFS;
    if (!again.max_states || again.max_states > CONFIRM_STATES)
        again.max_states = CONFIRM_STATES;
    by->check(&again, &other);
    engine_take_violations(result, &other);
    engine_result_release(&other);
    if (result->violations.count && !request->all_errors)
        result->reason = NULL;
}

static void check(const engine_request *request, engine_result *result)
{
    if (!automata_search(request, result))
        confirm(request, &engine_explicit, result);
}

const engine engine_automata = {.name = "automata", .refuses = automata_refuses, .check = check};

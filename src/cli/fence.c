/* fence.c: the command `fence`. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/request.h"

/* Each repairs the model in its own way: the exit code. In the order of --repair. */
typedef int repair(const options *o, tarry_options *asked, const tarry_model *m);

static int optimal(const options *o, tarry_options *asked, const tarry_model *m)
{
    progress shown;
    const char *why;
    progress_watch(&shown, asked, o->log);
    tarry_result *r = tarry_check(m, asked, &why);
    progress_end(&shown);
    if (!r)
        return commands_input_error("%s", why);
    bool holds = tarry_result_verdict(r) == TARRY_HOLDS;
    printf("%s: %s\n", m->name, holds ? "holds as it is" : "unknown: no set of fences is looked for yet");
    tarry_result_free(r);
    return holds ? EXIT_HOLDS : EXIT_UNKNOWN;
}

static int thesis(const options *o, tarry_options *asked, const tarry_model *m)
{
    (void)o;
    (void)asked;
    (void)m;
    return commands_input_error("--repair thesis is not supported yet");
}

int command_fence(const options *o)
{
    static repair *const repairs[] = {optimal, thesis};
    strbuf error = {0};
    if (o->operands.count != 1)
        return commands_input_error("fence needs one file: tarry fence FILE");
    tarry_options *asked = request_new(o, &error);
    tarry_model *m = asked ? request_load(o->operands.data[0], asked) : NULL;
    int code = EXIT_INPUT;
    if (!asked)
        code = commands_input_error("%s", strbuf_text(&error));
    else if (m)
        code = repairs[o->repair](o, asked, m);
    if (m)
        tarry_model_free(m);
    if (asked)
        tarry_options_free(asked);
    strbuf_release(&error);
    return code;
}

/* commands.h: from the arguments of the program to its exit code. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "base/bug.h"
#include "cli/options.h"

/* EXIT_OUT_OF_MEMORY and EXIT_BUG of base/bug.h belong to the same numbering. */
enum { EXIT_HOLDS = 0, EXIT_VIOLATED = 1, EXIT_UNKNOWN = 2, EXIT_INPUT = 3 };

int commands_main(int argc, char **argv);

/* Prints `tarry: error: ...` on standard error; returns EXIT_INPUT. */
int commands_input_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* One for each line of commands.def; the exit code. */
#define COMMAND(name, NAME, operands, summary, description) int command_##name(const options *o);
#include "cli/commands.def"

#endif

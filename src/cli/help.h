/* help.h: the tables of commands and options as text: help and manual page. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/strbuf.h"
#include "cli/options.h"

void help_overview(strbuf *out);
void help_command(command_id id, strbuf *out);
void help_manual(strbuf *out);

#endif

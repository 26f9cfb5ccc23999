/* completion.h: the tables of commands and options as completion for shells. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "base/strbuf.h"

void completion_bash(strbuf *out);
void completion_zsh(strbuf *out);
void completion_fish(strbuf *out);

#endif

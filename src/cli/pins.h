/* pins.h: a shared object that LTSmin loads as a model. */
#ifndef CLI_PINS_H
#define CLI_PINS_H

#include <stdbool.h>

#include "base/strbuf.h"

/* The plugin of this installation, with the model behind it, as `tarry export --to pins` makes it. False, with a sentence in `error`, where the plugin was not built. */
bool pins_plugin_with(const char *made, strbuf *out, strbuf *error);

#endif

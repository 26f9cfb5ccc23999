/* graphviz.h: drawings for Graphviz made into pictures by its program `dot`. */
#ifndef CLI_GRAPHVIZ_H
#define CLI_GRAPHVIZ_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Is `dot` on the path? Adds to `error` what to do where it is not; `option` is what asks for it. */
bool graphviz_is_there(const char *option, strbuf *error);

/* The drawing as SVG. False with a sentence in `error`. */
bool graphviz_svg(const strbuf *drawing, strbuf *svg, strbuf *error);

#endif

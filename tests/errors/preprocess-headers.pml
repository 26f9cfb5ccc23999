// error: two store-buffer headers are included, tso.h and pso.h
// line: 4
#include "tso.h"
#include "pso.h"
active proctype P() { skip }

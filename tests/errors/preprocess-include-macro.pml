// error: a name made by a macro is not supported
// line: 4
#define FILE "x.pml"
#include FILE
active proctype P() { skip }

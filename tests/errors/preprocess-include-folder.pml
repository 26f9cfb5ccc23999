// error: it is a folder
// line: 3
#include "../errors"
active proctype P() { skip }

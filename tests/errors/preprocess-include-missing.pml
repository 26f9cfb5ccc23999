// error: there is no file nothing-here.pml to include
// line: 3
#include "nothing-here.pml"
active proctype P() { skip }

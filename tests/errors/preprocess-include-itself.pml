// error: #include is nested too deeply; does a file include itself?
// line: 3
#include "preprocess-include-itself.pml"
active proctype P() { skip }

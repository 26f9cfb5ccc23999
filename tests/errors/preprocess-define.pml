// check: -D 1x
// error: -D 1x does not define a macro
active proctype P() { skip }

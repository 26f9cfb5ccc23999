// error: this '{' is never closed; a '}' is missing
// line: 3
ltl p { [] (1 == 1)
active proctype P() { skip }

// error: expected '{' behind 'ltl', found '('
// line: 3
ltl p ([] x)
active proctype P() { skip }

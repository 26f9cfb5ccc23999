// error: a parameter is a single value, or a struct without arrays
// line: 4
typedef S { byte a[2] };
proctype P(S s) { skip }
init { skip }

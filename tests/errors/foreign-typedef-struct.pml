// error: 'struct' is not Promela; write typedef name { .. }
// line: 3
typedef struct { int a; int b; } pair;
active proctype P() { skip }

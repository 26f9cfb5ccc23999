// error: 'struct' is not Promela; write typedef name { .. }, and name alone where it is used
// line: 3
struct pair { int a; int b; };
active proctype P() { skip }

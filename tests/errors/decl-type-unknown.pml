// error: 'thing' is not a type; declare it with 'typedef'
// line: 3
thing x;
active proctype P() { skip }

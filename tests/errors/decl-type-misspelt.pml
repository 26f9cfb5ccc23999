// error: 'btye' is not a type; do you mean byte?
// line: 3
btye x;
active proctype P() { skip }

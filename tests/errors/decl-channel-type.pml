// error: expected a type, found '1'
// line: 3
chan c = [1] of { 1 };
active proctype P() { skip }

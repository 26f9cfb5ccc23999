// error: expected the name of the new type, found '{'
// line: 3
typedef { byte a };
active proctype P() { skip }

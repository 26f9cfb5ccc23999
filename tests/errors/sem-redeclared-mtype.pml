// error: red is declared twice
// line: 4
byte red;
mtype = { red, green };
active proctype P() { skip }

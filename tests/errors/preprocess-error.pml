// error: #error: no such machine
// line: 3
#error no such machine
active proctype P() { skip }

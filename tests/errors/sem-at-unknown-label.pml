// error: proctype P has no label CS
// line: 4
active proctype P() { skip }
active proctype Q() { P@CS }

// error: expected ']' behind the number of processes
// line: 3
active [2 proctype Q() { skip }
active proctype P() { skip }

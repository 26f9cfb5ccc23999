// error: c_track is not supported: Tarry checks Promela only
// line: 3
c_track "&x" "sizeof(int)"
active proctype P() { skip }

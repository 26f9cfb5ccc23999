// error: c_state is not supported: Tarry checks Promela only
// line: 3
c_state "int x" "Global"
active proctype P() { skip }

// error: c_decl is not supported: Tarry checks Promela only
// line: 3
c_decl { int x; }
active proctype P() { skip }

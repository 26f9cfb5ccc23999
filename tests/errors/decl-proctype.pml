// error: expected 'proctype' behind 'active', found 'P'
// line: 3
active P() { skip }
active proctype P() { skip }

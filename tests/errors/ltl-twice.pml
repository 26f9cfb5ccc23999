// error: ltl served is defined a second time; give it another name
// line: 5
bit x;
ltl served { <> x }
ltl served { [] <> x }
active proctype P() { x = 1 }

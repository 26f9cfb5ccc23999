// error: break outside of a loop
// line: 3
active proctype P() { skip; break }

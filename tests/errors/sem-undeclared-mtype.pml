// error: gren is not declared; do you mean green?
// line: 5
mtype = { red, green };
mtype m;
active proctype P() { m = gren }

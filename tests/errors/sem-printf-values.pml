// error: the format takes 2 values, but 1 is given
// line: 3
active proctype P() { printf("%d %d", 1) }

// error: np_ is not supported
// line: 3
active proctype P() { np_ }

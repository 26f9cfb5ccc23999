// error: an endless loop of gotos
// line: 3
active proctype P() { L: goto L }

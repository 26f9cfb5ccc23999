// error: this #if is never closed
// line: 3
#if 1
active proctype P() { skip }

// error: this comment is never closed
// line: 3
/* a comment
active proctype P() { skip }

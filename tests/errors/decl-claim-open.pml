// error: this '{' is never closed; a '}' is missing
// line: 3
never { do :: skip od
active proctype P() { skip }

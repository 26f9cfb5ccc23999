// error: expected ';' or '}' behind the declaration, found 'byte'
// line: 3
typedef T { byte a byte b };
active proctype P() { skip }

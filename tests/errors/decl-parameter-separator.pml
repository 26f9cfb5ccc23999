// error: expected ';' or ')' behind the parameter, found 'byte'
// line: 3
proctype Q(byte a byte b) { skip }
active proctype P() { skip }

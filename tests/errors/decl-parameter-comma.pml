// error: parameters of different types are separated by ';'
// line: 3
proctype Q(byte a, byte b) { skip }
active proctype P() { skip }

// error: expected the name of a variable, found 'len', which is a word of Promela
// line: 3
byte len;
active proctype P() { skip }

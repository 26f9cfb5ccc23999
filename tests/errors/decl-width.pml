// error: only variables of type 'unsigned' have a width in bits
// line: 3
byte x : 3;
active proctype P() { skip }

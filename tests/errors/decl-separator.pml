// error: expected ';' behind the declaration, found 'y'
// line: 3
byte x y;
active proctype P() { skip }

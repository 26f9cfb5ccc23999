// error: this parenthesis is not closed
// line: 5
byte x;
ltl a { [] <>
   (x == 1 }
active proctype P() { x = 1 }

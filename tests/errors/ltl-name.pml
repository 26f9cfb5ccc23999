// error: z is not declared
// line: 7
// error: expected an expression
// line: 8
#define p (x == 1)
byte x;
ltl a { always (p implies eventually z == 1) }
ltl b { [] (p -> <> (x == )) }
active proctype P() { x = 1 }

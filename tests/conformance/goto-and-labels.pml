byte x;
active proctype P() {
A: x = 1;
   if :: goto B :: x == 1 -> goto C :: skip fi;
B: x = 2;
   goto D;
C: x = 3;
   goto B;
D: do :: x < 5 -> x++ :: goto E :: break od;
   goto A;
E: skip
}
active proctype Q() { do :: goto done :: x = 0; goto done od; done: assert(x < 9) }

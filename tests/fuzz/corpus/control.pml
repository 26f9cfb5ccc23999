byte x, b[3]; unsigned u : 4 = 3;
inline add(v, n) { v = v + n; if :: v > 3 -> v = 0 :: else fi; goto L; L: skip }
active [2] proctype P() provided (x < 10) {
    byte i;
    do :: i < 3 -> i++ :: else -> break od;
    add(x, 2); add(x, i);
    CS: atomic { x = 1; b[i] = x + 2 * 3 }; d_step { x = 2; x-- };
    for (i : 0 .. 2) { b[i] = (i > 1 -> 1 : 0) }
    select (i : 1 .. 4);
    { x = 1 } unless { x == 3 };
    printf("x = %d\n", x); assert(x == 1 || !b[1]);
    if :: timeout -> goto end :: _nr_pr == 1 && P@CS fi
    end: skip
}
proctype Q(byte a, e) { x = a + e + _pid }
init { byte p; p = run Q(1, 2); P[0]:i == 2 }
never { do :: skip od }
ltl l { [] <> x }

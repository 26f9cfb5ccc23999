typedef In { byte a; bit b; short c[2] };
typedef Out { In i; In j[2]; int n };
Out g;
active proctype P() { Out l; l.i.a = 3; l.j[1].c[0] = 5; g.i.a = l.i.a; g.j[1].c[1] = l.j[1].c[0]; g.n = g.n + 1 }
active proctype Q() { g.j[0].b = 1; g.n = g.n + g.j[0].b; assert(g.n < 3) }

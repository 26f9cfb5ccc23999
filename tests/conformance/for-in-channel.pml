typedef M { byte a; byte b }
chan c = [3] of { M };
chan d = [2] of { M };
byte sum;
active proctype P() {
    M m, k;
    m.a = 1; c!m; m.b = 2; c!m;
    for (m in c) { sum = sum + m.a; for (k in d) { sum = sum + k.b } };
    assert(len(c) >= 2)
}
active proctype Q() { M m; m.b = 3; d!m; atomic { for (m in d) { m.a = 2 } } }

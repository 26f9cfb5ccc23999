chan c = [4] of { byte, byte };
active proctype S() { c!!2,1; c!!1,9; c!!2,0; c!!1,3 }
active proctype R() { byte a, b, p, q; len(c) == 4; c?a,b; do :: c?p,q -> assert(p > a || (p == a && q >= b)); a = p; b = q :: empty(c) -> break od }

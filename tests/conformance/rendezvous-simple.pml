chan c = [0] of { byte };
byte x;
active proctype S() { c!1; c!2; x = 3 }
active proctype R() { byte v; do :: c?v -> x = v :: x == 3 -> break od }
active proctype T() { byte v; c?v; assert(v == 1 || v == 2) }

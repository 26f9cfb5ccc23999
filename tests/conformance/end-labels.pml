chan c = [0] of { byte };
byte x;
active proctype S() { end: do :: c?x :: x == 2 -> end1: c?3 od }
active proctype C() { c!1; if :: c!2 :: skip fi }

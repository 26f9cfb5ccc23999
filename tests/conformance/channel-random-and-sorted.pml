chan c = [3] of { byte };
byte x;
active proctype S() { c!!3; c!!1; c!!2 }
active proctype R() { byte v; c??2; c??v; x = v; c??<v>; c?v; assert(x <= v || x == 3) }

chan c = [2] of { byte, byte };
byte x = 3;
active proctype S() { c!3,1; c!4,2; c!3,3 }
active proctype R() { byte v; do :: c?eval(x),v -> skip :: c?4,v -> x = 4; break :: c??eval(x + 1),v -> x = 3 od }

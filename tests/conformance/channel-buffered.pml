chan c = [2] of { byte, byte };
byte got;
active proctype S() { c!1,2; c!3,4; c!5,6; c!7(8) }
active proctype R() { byte a, b; do :: c?a,b -> got = a + b :: c?7,b -> break :: c?5(a) -> got = 0 od; assert(b == 8) }

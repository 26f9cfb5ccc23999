/* an atomic block goes on with the receiver */
chan c = [0] of { byte };
byte x, y;
active proctype S() { atomic { x = 1; c!5; x = 2; y = 1 } }
active proctype R() { byte v; atomic { c?v; y = v; y = 2 }; x = 3 }
active proctype T() { x = 7; y = 8 }

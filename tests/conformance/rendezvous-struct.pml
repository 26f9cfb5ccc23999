typedef M { byte a; byte b };
chan c = [0] of { M }; chan d = [1] of { M, byte };
byte s;
active proctype P() { M m; m.a = 1; m.b = 2; c!m; d!m,3 }
active proctype Q() { M k; byte t; c?k; s = k.a + k.b; d?k,t; s = s + t; assert(s == 6) }

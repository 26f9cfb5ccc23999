chan c = [1] of { byte }; chan d = [0] of { byte };
byte x;
active proctype P() { byte v; { do :: c?v -> x = v :: d!1 -> x++ od } unless { c?9; x = 20 } ; x = 21 }
active proctype Q() { c!1; c!9 }
active proctype R() { byte w; d?w; d?w }

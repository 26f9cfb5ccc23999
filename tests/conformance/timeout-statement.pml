byte x; chan c = [1] of { byte };
active proctype P() { do :: c?_ -> x++ :: timeout -> break od; x = 7 }
active proctype Q() { c!1; c!1; x == 7 || timeout; assert(x <= 7) }

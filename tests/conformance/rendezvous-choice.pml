chan c = [0] of { byte }; chan d = [0] of { byte };
byte n;
active [2] proctype P() { byte v; do :: c!_pid :: d?v -> n = v; break :: n == 2 -> break od }
active proctype Q() { byte v; c?v; d!v; c?v; d!7 }

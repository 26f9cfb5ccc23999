byte x;
active proctype P() { atomic { x++; assert(x < 3); x++ }; assert(x != 3) }
active [2] proctype Q() { d_step { x++; assert(x != 5) } }

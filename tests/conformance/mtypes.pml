mtype = { red, green };
mtype = { blue };
mtype:fruit = { apple, pear, plum };
mtype c = red; mtype:fruit f;
active proctype P() { do :: c == red -> c = green :: c == green -> c = blue; break od; f = apple; assert(c > 0) }
active proctype Q() { f = plum; f = pear; c = blue }

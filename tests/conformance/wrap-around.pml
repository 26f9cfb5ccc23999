bit b; bool o; byte y = 255; short s = 32767; int i = 2147483647; byte z;
active proctype P() { b = 3; o = 2; y++; s++; i++; z = z - 1 }
active proctype Q() { assert(b <= 1); assert(s != 32768); s = s - 1; i = i - 1; y-- ; z++ }

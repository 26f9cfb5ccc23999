byte n;
proctype Leaf(byte i) { n = n + i }
proctype Node(byte d) { if :: d > 0 -> run Node(d - 1); run Leaf(d) :: else fi; n++ }
init { run Node(2); n > 3 -> assert(n < 20) }

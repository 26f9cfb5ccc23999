/* A label on goto or break is a state of its own where somebody names it. */
byte x;
active proctype R() { again: x = 1; x = 2; P1: goto again }
active proctype S() { do :: x > 0 -> L: break :: x == 7 od; x = 3 }
active proctype T() { byte i; do :: i < 2 -> i++; unnamed: if :: i == 1 -> P1: goto next :: else -> skip fi; next: skip :: else -> break od }
active proctype M() { end: atomic { R@P1 -> assert(x >= 2); S@L -> assert(x > 0) } }

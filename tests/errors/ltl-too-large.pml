// error: this formula is too large
// line: 4
byte x;
ltl { <> (x==0) <-> <> (x==1) <-> <> (x==2) <-> <> (x==3) <-> <> (x==4) <-> <> (x==5) <-> <> (x==6) <-> <> (x==7) <-> <> (x==8) <-> <> (x==9) <-> <> (x==10) <-> <> (x==11) }
active proctype P() { x = 1 }

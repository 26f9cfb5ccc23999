// Constants that their variables cannot hold.
byte x = 300;
bool f = 2;
short s = 40000;
unsigned u : 3 = 9;
byte b[2] = {1, 256};
typedef pair { byte m; short k[2] };
pair t;

inline set(v) { v = 257 }

active proctype P() {
  byte r = 256 + 3, q;
  bit c = 3;
  assert(x == 44 && !f && s == -25536 && u == 1 && b[0] == 1 && b[1] == 0 && r == 3 && c == 1);
  r = -1;
  t.m = 1000;
  t.k[1] = 32768;
  set(q);
  byte late = 512;
  u = 7;
  s = -32768;
  assert(r == 255 && t.m == 232 && t.k[1] == -32768 && q == 1 && late == 0 && u == 7 && s == -32768)
}

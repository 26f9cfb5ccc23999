// verdict: holds
// warning: 300 does not fit into x, which holds 0 to 255: it becomes 44
// warning: 2 does not fit into f, which holds 0 to 1: it becomes 0
// warning: 40000 does not fit into s, which holds -32768 to 32767: it becomes -25536
// warning: 9 does not fit into u, which holds 0 to 7: it becomes 1
// warning: 256 does not fit into b, which holds 0 to 255: it becomes 0
// warning: 259 does not fit into r, which holds 0 to 255: it becomes 3
// warning: 3 does not fit into c, which holds 0 to 1: it becomes 1
// warning: -1 does not fit into r, which holds 0 to 255: it becomes 255
// warning: 1000 does not fit into t.m, which holds 0 to 255: it becomes 232
// warning: 32768 does not fit into t.k, which holds -32768 to 32767: it becomes -32768
// warning: 257 does not fit into q, which holds 0 to 255: it becomes 1
// warning: 512 does not fit into late, which holds 0 to 255: it becomes 0
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

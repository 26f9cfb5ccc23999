#define MAX 3
#define inc(v) v = (v + 1) % MAX
#define max(a, b) ((a) > (b) -> (a) : (b))
#ifdef MAX
byte x, y;
#else
int x;
#endif
active proctype P() { inc(x); inc(y); x = max(x, y) }
active proctype Q() { do :: x < MAX - 1 -> inc(x) :: x == 2 -> break od; assert(x < MAX) }

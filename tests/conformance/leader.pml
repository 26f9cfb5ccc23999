#define N 3
chan q[N] = [2] of { byte, byte };
byte leaders;
proctype node(chan in, out; byte my) {
  byte nr; bool known; byte max = my;
  out!0(my);
  end: do
  :: in?0(nr) -> if :: nr > max -> max = nr; out!0(nr) :: nr == my -> leaders++; assert(leaders == 1); out!1(my); known = 1 :: else fi
  :: in?1(nr) -> if :: nr != my -> out!1(nr) :: else fi; break
  od
}
init { byte i; atomic { i = 0; do :: i < N -> run node(q[i], q[(i + 1) % N], N - i); i++ :: i >= N -> break od } }

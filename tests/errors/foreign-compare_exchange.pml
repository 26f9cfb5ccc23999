// error: 'atomic_compare_exchange_strong' is not Promela; write cas(x, old, new, r)
// line: 5
byte x, y;
active proctype P() {
  atomic_compare_exchange_strong(&x, &y, 1);
  y = 2
}

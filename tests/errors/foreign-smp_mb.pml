// error: 'smp_mb' is not Promela; write mfence, which waits until the own store buffer is empty
// line: 5
byte x, y;
active proctype P() {
  smp_mb();
  y = 2
}

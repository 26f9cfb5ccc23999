// error: 'smp_wmb' is not Promela; write sfence, which keeps the own stores in order
// line: 5
byte x, y;
active proctype P() {
  smp_wmb();
  y = 2
}

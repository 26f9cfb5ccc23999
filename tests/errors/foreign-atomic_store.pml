// error: 'atomic_store' is not Promela; write x = value, and mfence behind it where later loads shall not overtake it
// line: 5
byte x, y;
active proctype P() {
  atomic_store(&x, 1);
  y = 2
}

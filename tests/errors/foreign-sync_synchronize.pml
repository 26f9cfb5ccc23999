// error: '__sync_synchronize' is not Promela; write mfence
// line: 5
byte x, y;
active proctype P() {
  __sync_synchronize();
  y = 2
}

// error: fence is not declared; write mfence, which waits until the own store buffer is empty
// line: 5
byte x, y;
active proctype P() {
  fence;
  y = 2
}

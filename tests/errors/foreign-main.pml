// error: there is no 'main' in Promela; write init { .. }, or active proctype P() { .. }
// line: 4
byte x;
int main() {
  x = 1;
  return 0;
}

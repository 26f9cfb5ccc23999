byte a[4]; int sum; chan c = [3] of { byte };
active proctype P() {
  int i; byte v;
  for (i : 0 .. 3) { a[i] = i * 2 }
  for (i : 1 .. 2) { sum = sum + a[i] }
  for (i in a) { sum = sum + a[i] }
  c!1; c!2;
  assert(sum == 18);
}
active proctype Q() { byte i, n; for (i : 1 .. n) { sum = 99 } sum = sum + 0 }

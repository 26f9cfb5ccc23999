// error: 'sleep' is not Promela; leave it out: every order of steps is searched, however long a step takes
// line: 5
byte x, y;
active proctype P() {
  sleep(1);
  y = 2
}

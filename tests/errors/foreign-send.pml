// error: 'send' is not Promela; write c!value
// line: 5
chan c = [1] of { byte }; byte x;
active proctype P() {
  send(c, 1);
  x = 2
}

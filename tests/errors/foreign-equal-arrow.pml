// error: '==>' is not Promela; write '->'
// line: 6
byte x, y;
active proctype P() {
  if
  :: x ==> y = 1
  :: else
  fi
}

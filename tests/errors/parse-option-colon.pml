// error: expected '::' and an option behind 'if', found ':'
// line: 6
byte x, y;
active proctype P() {
  if
  : x == 1 -> y = 1
  : else -> skip
  fi;
  y = 2
}

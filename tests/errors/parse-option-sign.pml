// error: expected '::' and an option behind 'if', found 'x'
// line: 6
byte x, y;
active proctype P() {
  if
    x == 1 -> y = 2
  :: else -> y = 3
  fi;
  y = 2
}

// error: expected ';' or '->' between two statements, or '&&' or '||' between two conditions, found '('
// line: 6
byte x, y;
active proctype P() {
  if
  :: (x == 1) (y == 1) -> x = 2
  :: else
  fi
}

// error: expected '::' and an option behind 'if', found ';'
// line: 5
byte x, y;
active proctype P() {
  if;
  :: x == 1 -> y = 1
  :: else
  fi;
  y = 2
}

// error: has no process
byte x;
proctype P() { x = 1 }

byte x;
active proctype P() priority 1 { x = 1; x = 2 }
active proctype Q() { x = 3 }
proctype R() priority 1 { x = 5 }
init { run R() priority 1; x = 4 }

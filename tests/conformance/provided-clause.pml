byte x, turn;
active [2] proctype P() provided (turn == _pid) { x++; x++; turn = 1 - turn; x-- }
active proctype Q() provided (x != 1) { x = 4; turn = 0 }

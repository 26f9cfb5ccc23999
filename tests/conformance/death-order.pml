/* only the youngest process is removed */
byte x;
active proctype A() { x = 1 }
active proctype B() { x = 2; x = 3 }
active proctype C() { _nr_pr < 3 -> x = 9 }
init { x = 4; _nr_pr == 3 }

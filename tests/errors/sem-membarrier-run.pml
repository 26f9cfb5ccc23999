// error: membarrier is for programs of at most 31 processes
// line: 5
byte x;
proctype Q() { x = 1 }
init { do :: run Q(); membarrier od }

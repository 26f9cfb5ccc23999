chan c = [2] of { byte };
byte x;
active proctype S() { do :: nfull(c) -> c!x :: full(c) -> break :: x < 2 -> x++ od; assert(len(c) == 2) }
active proctype R() { do :: nempty(c) -> c?_ :: empty(c) -> skip :: len(c) == 2 -> break od }

// error: a second else at the same point
// line: 5
byte x;
active proctype P() { do :: x == 1 :: if :: x == 2 :: else fi
:: else od }

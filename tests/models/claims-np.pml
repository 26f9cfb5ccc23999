// The claim that SPIN's -l stands for, and a formula that says the same: here also runs that end count, and there is none.
// check: --memory sc --fairness process --ltl "[] <> !np_"
// verdict: holds
byte x;
active proctype P() { do :: x = 1; progress: x = 2 od }
active proctype Q() { do :: x = 3 od }
never { do :: skip :: np_ -> break od; accept: do :: np_ od }

// verdict: holds
// warning: warn-assigned-guard.pml:9:6: warning: this option begins with an assignment, which is always possible: the else beside it is never taken; write == to compare
// warning: warn-assigned-guard.pml:13:6: warning: this option begins with an assignment
// The else is never taken, as in SPIN.
byte x;

active proctype P() {
  if
  :: x = 1 -> x = 2
  :: else -> assert(false)
  fi;
  do
  :: x = 3 -> break
  :: else -> assert(false)
  od;
  if
  :: x = 4
  :: x = 5
  fi
}

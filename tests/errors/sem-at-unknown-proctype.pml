// error: there is no proctype R
// line: 3
active proctype Q() { R@CS }

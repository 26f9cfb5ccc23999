// error: there is no label againn in this proctype; do you mean again?
// line: 4
active proctype P() {
again: goto againn
}

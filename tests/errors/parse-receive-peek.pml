// error: expected '>' behind the arguments of a receive c?<..>
// line: 5
active proctype P() {
    byte x;
    c?<x;
}

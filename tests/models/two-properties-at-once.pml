// One state violates both conditions; the shorter run that is looked for then is one of the property that it violates.
// check: --memory tso --mutex L --never P@L
// verdict: violated
proctype P() {
    skip;
    skip;
    skip;
L:  skip;
}
proctype Q() {
    skip;
    skip;
L:  do
    :: skip;
    od;
}
proctype R() {
L:  skip;
}
init {
    atomic {
        run P();
        run Q();
        run R();
    };
}

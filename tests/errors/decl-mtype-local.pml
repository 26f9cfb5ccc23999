// error: the names of 'mtype' are declared outside proctypes
// line: 4
active proctype P() {
    mtype = { A };
    skip
}

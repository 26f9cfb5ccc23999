// A formula looks at states inside atomic blocks, --never does not.
// check: --memory sc --never "y == 1"
// verdict: holds
// check: --memory sc --ltl "[] y != 1"
// verdict: violated
// property: ltl
byte y;
active proctype P() { atomic { y = 1; y = 2 } }

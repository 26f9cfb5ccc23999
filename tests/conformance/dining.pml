chan fork[3] = [1] of { bit };
init { atomic { fork[0]!1; fork[1]!1; fork[2]!1; run Phil(0); run Phil(1); run Phil(2) } }
proctype Phil(byte i) { do :: fork[i]?1; fork[(i + 1) % 3]?1; fork[i]!1; fork[(i + 1) % 3]!1 od }

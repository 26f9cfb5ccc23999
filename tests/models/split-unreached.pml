// A load belongs to its statement: what is listed as unreached are statements.
// check: --memory tso --split-loads
// verdict: holds
byte x = 1, y, z;
active proctype P()
{
    byte r;
    x == 1 || y == 1;
    if
    :: x == 1 && y == 0 -> r = x + (x -> 2 : z)
    :: else -> r = 3
    fi;
    z = x + y
}

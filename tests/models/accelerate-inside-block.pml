// check: --memory sc --errors all
// verdict: violated
/* A process that goes on inside its atomic block after an event of its own: nobody can have seen that event before the block ends, also
 * where the search goes round a loop of such events. */
bit x;
ghost bit g;
active proctype P() {
    bit r = 1;
    do
    :: x = 1;
    :: r = (x + 1);
        x = 1;
    :: x = 2;
    :: break;
    od;
    (g != 1);
    do
    :: (r >= 0);
    :: atomic {
            x = (x + 1);
            x = 2;
            atomic {
                atomic {
                    r = 1;
                    x = 1;
                    x = 1;
                };
                assert((g == 2));
            };
        };
        d_step {
            x = r;
            assert(((x != 1) && (r == 2)));
        };
        g = 2;
    od;
}
active proctype Q() {
    bool r;
    g = 0;
    do
    :: x = 1;
        r = g;
    :: ((g != 3) && (x == 3));
        break;
    od;
}
active proctype R() {
    bool r = 1;
    do
    :: atomic {
            g = x;
            x = x;
            r = 1;
        };
        x = 1;
    od;
}

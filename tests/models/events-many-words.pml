// check: --memory pso --engine events --errors all --never x==1&&y==0
// verdict: violated
// A run must be found although the loop stores in very many orders.
bit x;
bit y;
active proctype P() {
    bit r;
    do
    :: r = 1;
        r = x;
    :: y = (r ^ 1);
        x = (r + 1);
    :: (x == 1);
        break;
    od;
    x = 2;
}
active proctype Q() {
    bit s = 1;
    do
    :: y = 1;
        y = 1;
        (s < 1);
    od;
}

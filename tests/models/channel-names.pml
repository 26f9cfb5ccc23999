// Messages of several sets of names, in arrays of channels and in channels of processes.
// check: --memory tso
// verdict: violated
mtype:fruit = { apple, pear };
mtype:car = { vw, fiat };
chan c[2] = [2] of { mtype:car, byte };
chan d = [1] of { mtype:fruit };

proctype P(byte n)
{
    chan own = [1] of { byte };
    own!n;
    c[n]!fiat,n;
    d!pear;
    assert(n == 1)
}

init
{
    run P(1);
    run P(0)
}

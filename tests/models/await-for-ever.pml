// One message is lost for ever: who awaits it is blocked, and that is a deadlock. Whoever looks for it in a loop goes on for ever instead, which only a formula tells.
// check: --memory tso
// verdict: violated
// property: deadlock
// check: --memory tso -D LOOP
// verdict: holds
// check: --memory tso -D LOOP --ltl '<> P:got'
// verdict: violated
// property: ltl
// check: --memory tso --no-deadlock --ltl '<> P:got'
// verdict: violated
// property: ltl
byte flag, other;
active proctype P()
{
    bool got;
    other = 1;
#ifdef LOOP
    do :: flag == 1 -> break :: else od;
#else
    await (flag == 1);
#endif
    got = true
}
active proctype Q()
{
    if
    :: other == 0 -> flag = 1
    :: else -> skip
    fi
}

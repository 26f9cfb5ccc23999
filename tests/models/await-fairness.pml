// A flag that goes up and down for ever: who awaits it need not get through, and does where fairness is strong. A loop that looks does not differ.
// check: --ltl '<> P:got' --no-deadlock --fairness strong --buffer 1
// verdict: holds
// check: --ltl '<> P:got' --no-deadlock --buffer 1
// verdict: violated
// check: --ltl '<> P:got' --no-deadlock --fairness strong --buffer 1 -D LOOP
// verdict: holds
// check: --ltl '<> P:got' --no-deadlock --buffer 1 -D LOOP
// verdict: violated
byte flag;
active proctype P()
{
    bool got;
#ifdef LOOP
    do :: flag == 1 -> break :: else od;
#else
    await (flag == 1);
#endif
    got = true
}
active proctype Q() { do :: flag = 1; mfence; flag = 0; mfence od }

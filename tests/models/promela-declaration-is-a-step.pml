// A declaration behind a statement sets its variable each time it is passed.
// check: --memory sc
// verdict: holds
active proctype P()
{
    byte i;
    do
    :: i < 3 -> byte n; assert(n == 0); n = 5; i++
    :: else -> break
    od
}

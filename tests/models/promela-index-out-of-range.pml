// check: --memory sc
// verdict: violated
// property: runtime
byte a[3];
active proctype P()
{
    byte i;
    do
    :: a[i] = 1; i++
    od
}

// An array of a proctype with a list of initial values; elements without one take the last.
byte x;

active [2] proctype P()
{
    byte a[3] = { 1, 2 };
    byte i;
    do
    :: i < 3 -> x = x + a[i]; a[i] = x % 4; i++
    :: else -> break
    od
}

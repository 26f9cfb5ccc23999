// check: --memory sc
// verdict: violated
// property: assertion
byte sum;
active proctype P()
{
    byte i, j;
    select (i : 1 .. 3);
    for (j : 1 .. i) { sum = sum + j };
    assert(sum != 6)
}

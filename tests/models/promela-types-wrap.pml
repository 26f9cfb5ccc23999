// Values are cut to what the type of the variable holds.
// check: --memory sc
// verdict: holds
byte b = 255;
short s = 32767;
bit t = 3;
unsigned u : 3 = 7;
int i = 2147483647;
active proctype P()
{
    byte l = 257;
    assert(l == 1 && t == 1);
    b++; assert(b == 0);
    b--; assert(b == 255);
    s++; assert(s == -32768);
    u++; assert(u == 0);
    i++; assert(i < 0);
    t = 2; assert(t == 0)
}

// Where an index is out of range or a divisor is 0 a condition says nothing: that is not taken for "fine".
// check: --memory sc --always a[x]==0
// verdict: violated
// property: always
// check: --memory sc --never a[x]==5
// verdict: violated
// property: never
// check: --memory tso --always 1/(x-2)<5
// verdict: violated
// property: always
// check: --memory pso --always (x==2)||(a[x]==0)
// verdict: holds
// check: --memory tso --never (x<2)&&(a[x]!=0)
// verdict: holds
// check: --memory tso --never ((x<2)->a[x]:0)!=0
// verdict: holds
// check: --memory tso --never a[a[x]]!=0
// verdict: violated
byte x, y;
byte a[2];
active proctype P() { x = 1; y = a[0] }
active proctype Q() { y = 1; x = 2; y = a[1] }

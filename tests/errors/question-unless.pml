// error: `mfence` waits until the store buffer is empty, so what it interrupts would ask whether it is not empty
// line: 9
// error: `run Q()` waits
// line: 10
byte x;
proctype Q() { byte r; r = x }
active proctype P() { byte r;
    x = 1;
    { r = 1; r = 2 } unless { mfence; r = 3 };
    { do :: r = 1 od } unless { if :: r == 4 :: run Q() fi }
}

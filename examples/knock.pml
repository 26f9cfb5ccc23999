// Store buffering in a loop. P knocks by storing x, and enters when it reads y as 0; Q stores y, and enters when it reads x as 0. So never both are
// inside, under SC; the place where both wait for ever is a valid end. docs/DESIGN.md follows this program through the events engine.
// expect: tarry check knock.pml --memory sc --mutex cs => holds
// expect: tarry check knock.pml --memory tso --mutex cs => violated
// expect: tarry check knock.pml --memory pso --mutex cs => violated
// expect: tarry check knock.pml --memory sc => holds
// expect: tarry check knock.pml --memory tso --engine events => holds
// expect: tarry check knock.pml --memory pso --engine events => holds
bit x, y;

active proctype P()
{
    do
    :: x = 1;
end_p: y == 0;
cs:    y == 1
    od
}

active proctype Q()
{
    do
    :: y = 1;
end_q: x == 0;
cs:    y = 0
    od
}

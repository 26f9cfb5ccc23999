// A clock ticks through its store buffer, and a process stores once for each tick that it sees: the example of docs/THEORY.md.
// Both buffers grow without end, that of Clock by itself, that of Q because of the clock. Checked: nobody gets stuck.
// expect: tarry check ticks.pml --memory sc => holds
// expect: tarry check ticks.pml --memory tso => holds
// expect: tarry check ticks.pml --memory pso => holds
bit x, y;

active proctype Clock()
{
    do
    :: x = 1;
       x = 0
    od
}

active proctype Q()
{
    do
    :: x == 1;
       y = 1;
low:   x == 0
    od
}

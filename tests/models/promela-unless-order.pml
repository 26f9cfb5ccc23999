// The escape of the outer unless wins over the inner one, and both over the statement.
// check: --memory sc --no-deadlock
// verdict: holds
byte x = 1;
active proctype P()
{
    {
        { x == 9 } unless { x == 1 -> x = 2 }
    } unless { x == 1 -> x = 3 };
    assert(x == 3)
}

// Statements that no run executes: in an option that is never possible, or only under PSO; behind a jump; of a process that nobody starts.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
ghost byte seen;

active proctype writer()
{
    x = 1;
    y = 1;
    if
    :: x == 0 -> seen = 9
    :: else
    fi;
    goto done;
    x = 2;
done:
    skip
}

active proctype reader()
{
end:
    y == 1;
    if
    :: x == 0 -> seen = 1
    :: else -> seen = 2
    fi
}

proctype stranger()
{
    x = 3;
    y = 3
}

// Two courses through an atomic block end in the same state or not, depending on variables that neither of them reads.
byte a, b;

active proctype P()
{
    if
    :: a = 1; b = 1
    :: skip; skip
    :: a = 1; skip
    fi;
    atomic {
        if
        :: a = 1
        :: b = 1
        fi;
        skip;
        skip
    }
}

active proctype Q()
{
    if
    :: skip; skip
    :: a = 2; b = 2
    fi;
    atomic {
        if
        :: b = 2
        :: a = 2
        :: skip
        fi;
        skip;
        skip
    }
}

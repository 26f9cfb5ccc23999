// The end of an atomic block is a step of its own: a provided clause that has become false stops the process before it.
int x;

active proctype P() provided (x == 1)
{
    bool r;
    atomic {
        if
        :: d_step { r = x; x = 2 }
        fi
    }
}

active proctype Q()
{
    x = 1
}

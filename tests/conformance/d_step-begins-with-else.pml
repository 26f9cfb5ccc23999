// The else of a d_step block speaks of the block's own options, also where the block is an option beside another else.
byte z;

active proctype Q()
{
    byte r;
    do
    :: d_step { if :: z == 1 -> z = 2; r = 1 :: z == 2 -> r = 2 fi }
    :: d_step { if :: r == 0 -> z = 1 :: else -> skip fi; r = 3 }
    :: else -> break
    od
}

active proctype P()
{
    byte r;
    do
    :: d_step { if :: z == 1 -> r = 1 :: z == 2 -> r = 2 fi }
    :: r == 2 -> break
    :: else -> r = 0
    od
}

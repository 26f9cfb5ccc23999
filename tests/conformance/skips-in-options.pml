/* Of several skips in a row inside an option SPIN keeps the first and the last. */
byte x, y;
active proctype P()
{
    do
    :: x < 2; skip; skip; x++; printf("up\n"); skip; skip; true
    :: x == 2; (1); true; skip; break
    od;
    skip; skip; y = 1;
    if
    :: y == 1; skip; skip; again: skip; skip; y = 2
    :: skip; skip; skip
    :: y == 1; skip; { skip; y = 3 }; skip; printf("down\n"); skip; y = 4
    :: skip; byte z; skip; byte w = 1; skip; y = z + w
    fi
}
active proctype Q() { atomic { x == 1; skip; skip; y = 5 }; { y = 6; skip; skip; y = 7 } }
